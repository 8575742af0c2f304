import { ApiKey, CfnUsagePlanKey, Period, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { ClaimsRole } from '#contract/endpoint.ts';
import { claimsPlan } from '#contract/plans.ts';
import { oneAfterTheOther } from './usage-plans.ts';

const roles: readonly ClaimsRole[] = ['biller', 'auditor', 'admin'];

/**
 * One usage plan for the claims service, and in it a key for each role, so that no role uses up what another
 * needs. The values are no secrets: API Gateway takes them from the authorizer, never from a client.
 *
 * @param keyPrefix begins the value of each key, which ends in the role
 */
export function createRolePlan(scope: Construct, keyPrefix: string, stage: Stage): void {
  const { ratePerSecond, burst, monthlyQuota } = claimsPlan;
  const plan = new UsagePlan(scope, 'RolePlan', {
    description: 'Callers of the claims service, by role',
    throttle: { rateLimit: ratePerSecond, burstLimit: burst },
    quota: { limit: monthlyQuota, period: Period.MONTH },
    apiStages: [{ api: stage.restApi, stage }],
  });
  const keys = roles.map((role) => {
    const id = `${role.charAt(0).toUpperCase()}${role.slice(1)}Key`;
    return new ApiKey(scope, id, { description: `Meters ${role}s`, value: `${keyPrefix}-${role}` });
  });
  for (const key of keys) plan.addApiKey(key);
  oneAfterTheOther(keys);
  oneAfterTheOther(plan.node.findAll().filter((one) => one instanceof CfnUsagePlanKey));
}
