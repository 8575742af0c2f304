import { ApiKey, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { peoplePlan } from '#contract/plans.ts';

/**
 * The usage plan, with one key, of requests by people that name no brand of theirs where the authorizer can see it:
 * an operator's, those of a person who holds no brand yet, and bodies sent by a person with several brands. The
 * value of the key is no secret: API Gateway takes it from the authorizer, never from a client.
 */
export function createPeoplePlan(scope: Construct, keyValue: string, stage: Stage): UsagePlan {
  const plan = new UsagePlan(scope, 'PeoplePlan', {
    description: 'People whose request names no brand of theirs',
    throttle: { rateLimit: peoplePlan.ratePerSecond, burstLimit: peoplePlan.burst },
    apiStages: [{ api: stage.restApi, stage }],
  });
  plan.addApiKey(new ApiKey(scope, 'PeopleKey', { description: 'Meters people', value: keyValue }));
  return plan;
}
