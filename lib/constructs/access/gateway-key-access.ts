import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Aws } from 'aws-cdk-lib/core';
import { installationTag } from '#contract/environment.ts';
import type { CommercePlans } from '../api/usage-plans.ts';
import { allow } from './statements.ts';

const arn = (path: string) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`;

/** Allows finding gateway keys by name, and deleting those of this installation. The account may hold keys of other APIs. */
export const gatewayKeyRemovalStatements = (installation: string): PolicyStatement[] => [
  allow('FindGatewayKeys', ['apigateway:GET'], [arn('/apikeys')]),
  allow('DeleteGatewayKeys', ['apigateway:DELETE'], [arn('/apikeys/*')], {
    StringEquals: { [`aws:ResourceTag/${installationTag}`]: installation },
  }),
];

/**
 * Allows creating gateway keys in our usage plans (shared/store/adapters/gateway-keys.ts). It does not allow deleting a key,
 * because a role that tags keys could tag a key of another API before.
 */
export function gatewayKeyStatements(plans: CommercePlans): PolicyStatement[] {
  const planKeys = Object.values(plans).map(({ usagePlanId }) => arn(`/usageplans/${usagePlanId}/keys`));
  const keysInPlans = planKeys.map((keys) => `${keys}/*`);
  // API Gateway asks for this when a key is created with tags. It encodes the ARN of the key.
  const tagsOfKeys = arn(`/tags/${arn('/apikeys/').replaceAll(':', '%3A').replaceAll('/', '%2F')}*`);
  return [
    allow('CreateGatewayKeys', ['apigateway:GET', 'apigateway:POST'], [arn('/apikeys')]),
    allow('TagGatewayKeys', ['apigateway:PUT'], [tagsOfKeys]),
    allow('AddToPlans', ['apigateway:POST'], planKeys),
    // After a 409 the function reads whether the key is in the plan.
    allow('ReadPlans', ['apigateway:GET'], keysInPlans),
  ];
}
