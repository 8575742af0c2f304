import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Aws } from 'aws-cdk-lib/core';
import type { CommercePlans } from '../api/usage-plans.ts';

/**
 * Finds and creates gateway keys, and moves them between our own usage plans (shared/store/adapters/gateway-keys.ts). It can
 * change or delete no key, since those of the account's other APIs are beside ours.
 */
export function gatewayKeyStatements(plans: CommercePlans): PolicyStatement[] {
  const arn = (path: string) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`;
  const planKeys = Object.values(plans).map(({ usagePlanId }) => arn(`/usageplans/${usagePlanId}/keys`));
  return [
    allow('CreateGatewayKeys', ['apigateway:GET', 'apigateway:POST'], [arn('/apikeys')]),
    allow('AddToPlans', ['apigateway:POST'], planKeys),
    // GET: after a 409 the function reads whether the key is in the plan.
    allow(
      'ReadAndRemoveFromPlans',
      ['apigateway:DELETE', 'apigateway:GET'],
      planKeys.map((keys) => `${keys}/*`),
    ),
  ];
}

const allow = (sid: string, actions: string[], resources: string[]) =>
  new PolicyStatement({ sid, effect: Effect.ALLOW, actions, resources });
