import * as z from 'zod';
import { apiKeyInput } from '#commerce/api-keys/contract.ts';
import type { Brand } from '#commerce/brands/contract.ts';
import { type Relinked, relinkGatewayKey } from '#commerce/brands/gateway-key-records.ts';
import { brandRecords } from './brand.ts';
import { declareCommand } from './command.ts';
import { failureText } from './failure.ts';
import { keysByPlan } from './keys.ts';
import { openCommerce } from './stacks.ts';

interface Report {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly outcome: Relinked | 'failed';
  readonly error?: string;
}

/** Gives every brand, or one, a gateway key in the usage plan of its plan. Continues after a failed brand. */
export const relinkCommand = declareCommand(
  'relink',
  z.strictObject({ brand: apiKeyInput.shape.brand_id.optional() }),
  async ({ brand: brandId }, { print, ...session }) => {
    const commerce = await openCommerce({ print, ...session });
    const linked = await keysByPlan(commerce.gatewayKeys);
    const reports: Report[] = [];
    for (const brand of await brandRecords(commerce, brandId)) {
      const report = await relinkOne(brand);
      print(`  ${brand.id}  ${brand.name}: ${textOf(report)}`);
      reports.push(report);
    }
    const count = (wanted: Report['outcome']) => reports.filter(({ outcome }) => outcome === wanted).length;
    const failed = count('failed');
    print(
      `Brands: ${reports.length}; already linked: ${count('unchanged')}; ` +
        `with a new gateway key: ${count('new_key')}; failed: ${failed}`,
    );
    return { json: { brands: reports, failed }, exitCode: failed === 0 ? 0 : 1 };

    async function relinkOne({ id, name, plan }: Brand): Promise<Report> {
      try {
        const outcome = await relinkGatewayKey(commerce.table, id, commerce.gatewayKeys, linked);
        return { id, name, plan, outcome };
      } catch (error) {
        return { id, name, plan, outcome: 'failed', error: failureText(error) };
      }
    }
  },
);

function textOf({ outcome, plan, error }: Report): string {
  switch (outcome) {
    case 'unchanged':
      return `already linked to plan ${plan}`;
    case 'new_key':
      return `new gateway key, linked to plan ${plan}`;
    case 'failed':
      return `failed. ${error}`;
  }
}
