import * as z from 'zod';
import { rebuildCohorts } from '#claims/reports/rebuild-store.ts';
import { apiKeyInput } from '#commerce/api-keys/contract.ts';
import { type Rebuilt, rebuildFigures } from '#commerce/reports/work.ts';
import { brandRecords } from './brand.ts';
import { declareCommand } from './command.ts';
import { failureText } from './failure.ts';
import { openClaims, openCommerce } from './stacks.ts';

interface Report extends Partial<Rebuilt> {
  readonly id: string;
  readonly error?: string;
}

/** Recounts the figures of every brand, or of one, from its records, and repairs differences. */
export const rebuildFiguresCommand = declareCommand(
  'rebuild-figures',
  z.strictObject({ brand: apiKeyInput.shape.brand_id.optional() }),
  async ({ brand: brandId }, session) => {
    const commerce = await openCommerce(session);
    const brands: Report[] = [];
    for (const brand of await brandRecords(commerce, brandId)) {
      const report = await rebuildOne(brand.id);
      session.print(`  ${brand.id}  ${brand.name}: ${textOf(report)}`);
      brands.push(report);
    }
    const failed = brands.filter(({ error }) => error !== undefined).length;
    session.print(`Brands: ${brands.length}; failed: ${failed}`);
    return { json: { brands, failed }, exitCode: failed === 0 ? 0 : 1 };

    async function rebuildOne(id: string): Promise<Report> {
      try {
        return { id, ...(await rebuildFigures(commerce.table, id)) };
      } catch (error) {
        return { id, error: failureText(error) };
      }
    }
  },
);

const textOf = ({ orders, customers, water, error }: Report): string =>
  error === undefined
    ? `repaired ${orders} figures of orders, ${customers} of customers, ${water} of water`
    : `failed. ${error}`;

/** Recounts the figures of claims reports from the claims, and repairs differences. */
export const rebuildClaimFiguresCommand = declareCommand(
  'rebuild-claim-figures',
  z.strictObject({}),
  async (_, session) => {
    const { table } = await openClaims(session);
    const rebuilt = await rebuildCohorts(table);
    const { claims, repaired } = rebuilt;
    session.print(`Claims: ${claims}; repaired cohorts: ${repaired}`);
    return { json: rebuilt, exitCode: 0 };
  },
);
