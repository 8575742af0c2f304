import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Aws } from 'aws-cdk-lib/core';
import type { UsagePlans } from './usage-plans.ts';

/** Creates, finds and deletes gateway keys, and moves them between our own usage plans; nothing else of the API. */
export function gatewayKeyStatements(plans: UsagePlans): PolicyStatement[] {
  const arn = (path: string) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`;
  const planKeys = Object.values(plans).map(({ usagePlanId }) => arn(`/usageplans/${usagePlanId}/keys`));
  return [
    allow('CreateGatewayKeys', ['apigateway:GET', 'apigateway:POST'], [arn('/apikeys')]),
    allow('ChangeGatewayKeys', ['apigateway:DELETE', 'apigateway:GET'], [arn('/apikeys/*')]),
    allow('AddToPlans', ['apigateway:GET', 'apigateway:POST'], planKeys),
    allow(
      'RemoveFromPlans',
      ['apigateway:DELETE', 'apigateway:GET'],
      planKeys.map((keys) => `${keys}/*`),
    ),
  ];
}

const allow = (sid: string, actions: string[], resources: string[]) =>
  new PolicyStatement({ sid, effect: Effect.ALLOW, actions, resources });
