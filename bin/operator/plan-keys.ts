import type { PlanName } from '#contract/plans.ts';
import type { GatewayKeys } from '#store/adapters/gateway-keys.ts';

/** Ids of the gateway keys in the usage plan of each plan. */
export type KeysByPlan = Readonly<Record<PlanName, ReadonlySet<string>>>;

/** Reads the keys of all plans from API Gateway, one plan after the other. */
export async function keysByPlan(keys: Pick<GatewayKeys, 'keysIn'>): Promise<KeysByPlan> {
  return {
    starter: await keys.keysIn('starter'),
    farm: await keys.keysIn('farm'),
    enterprise: await keys.keysIn('enterprise'),
  };
}
