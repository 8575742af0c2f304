import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Aws } from 'aws-cdk-lib/core';
import type { CommercePlans } from '../api/usage-plans.ts';
import { allow } from './statements.ts';

/**
 * Allows finding gateway keys by name and deleting them. IAM cannot distinguish our keys from keys of other APIs in the account;
 * the adapter deletes only keys with the name of a brand.
 */
export const gatewayKeyRemovalStatements = (): PolicyStatement[] => [
  allow('FindGatewayKeys', ['apigateway:GET'], [arn('/apikeys')]),
  allow('DeleteGatewayKeys', ['apigateway:DELETE'], [arn('/apikeys/*')]),
];

const arn = (path: string) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`;

/**
 * Allows creating gateway keys and moving them between our usage plans (shared/store/adapters/gateway-keys.ts). It does
 * not allow changing or deleting a key, because the account may hold keys of other APIs.
 */
export function gatewayKeyStatements(plans: CommercePlans): PolicyStatement[] {
  const planKeys = Object.values(plans).map(({ usagePlanId }) => arn(`/usageplans/${usagePlanId}/keys`));
  const keysInPlans = planKeys.map((keys) => `${keys}/*`);
  return [
    allow('CreateGatewayKeys', ['apigateway:GET', 'apigateway:POST'], [arn('/apikeys')]),
    allow('AddToPlans', ['apigateway:POST'], planKeys),
    // GET: after a 409 the function reads whether the key is in the plan.
    allow('ReadAndRemoveFromPlans', ['apigateway:DELETE', 'apigateway:GET'], keysInPlans),
  ];
}
