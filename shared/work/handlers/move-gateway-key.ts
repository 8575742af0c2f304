import { brandGatewayKeys } from '#store/commerce/brand-gateway-keys.ts';
import { findBrand, settleGatewayPlan } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { WorkHandler } from '../run-work.ts';

/**
 * Moves the gateway key of a brand into the usage plan of its plan. The record shows both plans, so a run that API Gateway
 * failed, or that was killed between leaving one plan and entering the other, is repeated until both are the same.
 */
export const moveGatewayKey: WorkHandler<'move-gateway-key'> = async ({ payload }, run) => {
  const { brand_id } = payload;
  await settleGatewayPlan(commerceTable, brand_id, brandGatewayKeys);
  const after = await findBrand(commerceTable, brand_id);
  return after === undefined || after.brand.plan === after.gatewayPlan ? 'done' : { again: run.now() };
};
