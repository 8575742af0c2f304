import { ApiKey, CfnUsagePlanKey, Period, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { ClaimsRole } from '#contract/endpoint.ts';
import { claimsPlan } from '#contract/plans.ts';
import { deployInSequence } from './usage-plans.ts';

/** Construct id, end of the key's value and description: each role, and people who are signed in without one. */
const meteredCallers: readonly (readonly [id: string, name: ClaimsRole | 'no-role', description: string])[] =
  [
    ['BillerKey', 'biller', 'Meters billers'],
    ['AuditorKey', 'auditor', 'Meters auditors'],
    ['AdminKey', 'admin', 'Meters admins'],
    ['NoRoleKey', 'no-role', 'Meters people without a role'],
  ];

/**
 * One usage plan for the claims service, and in it a key for each role, so that no role uses up what another
 * needs. The values are no secrets: API Gateway takes them from the authorizer, never from a client.
 *
 * @param keyPrefix begins the value of each key, which ends in the role or `no-role`
 */
export function createRolePlan(scope: Construct, keyPrefix: string, stage: Stage): void {
  const { ratePerSecond, burst, monthlyQuota } = claimsPlan;
  const plan = new UsagePlan(scope, 'RolePlan', {
    description: 'Callers of the claims service, by role',
    throttle: { rateLimit: ratePerSecond, burstLimit: burst },
    quota: { limit: monthlyQuota, period: Period.MONTH },
    apiStages: [{ api: stage.restApi, stage }],
  });
  const keys = meteredCallers.map(
    ([id, name, description]) => new ApiKey(scope, id, { description, value: `${keyPrefix}-${name}` }),
  );
  for (const key of keys) plan.addApiKey(key);
  deployInSequence(keys);
  deployInSequence(plan.node.findAll().filter((one) => one instanceof CfnUsagePlanKey));
}
