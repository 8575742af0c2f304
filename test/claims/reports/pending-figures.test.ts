import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Claim } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import { cohortPages, readCohorts } from '#claims/reports/cohort-records.ts';
import {
  collectFigures,
  figureActions,
  foldAbandonedFigures,
  foldFigures,
} from '#claims/reports/figure-records.ts';
import type { CohortFigures } from '#claims/reports/rules.ts';
import { openTable, type Table, transact } from '#store/dynamodb/table.ts';
import { newClaimsTable } from '#test/store/commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '#test/store/dynamodb/dynamo-engine.ts';

let engine: DynamoEngine;
let table: Table;
beforeAll(async () => {
  engine = await startDynamoEngine();
});
beforeEach(async () => {
  table = await newClaimsTable(engine);
});
afterAll(() => engine.stop());

/** A claim with the fields that figures count. */
const claimOf = (day: number, lane: Claim['lane'], cents: number): Claim =>
  ({
    ...{ id: `${day}-${cents}`, lane, total_charge: cents, frequency: '1', conflicts: [] },
    ...{ payer_id: 'CO_TXIX', billing_npi: '1234567893', received_at: '2026-11-01T00:00:00.000Z' },
    service_from: `2026-08-${String(day).padStart(2, '0')}`,
  }) as unknown as Claim;

const entry = { event_type: 'e', entity_type: 'claim', entity_id: 'c', actor: 'a', payload: {} };
const change = (after: Claim, before?: Claim): ClaimChange => ({ after, entry, ...(before && { before }) });

async function write(run: string, changes: readonly ClaimChange[], on = table): Promise<void> {
  const collected = await collectFigures(on, run, changes);
  await transact(on, collected ? [collected.action] : figureActions(changes));
  collected?.stored();
}

const sumOf = (cohorts: readonly CohortFigures[]) => {
  const sums: Record<string, number> = {};
  for (const { day, figures } of cohorts) {
    for (const [name, value] of Object.entries(figures)) {
      const key = `${day} ${name}`;
      sums[key] = (sums[key] ?? 0) + value;
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
};

async function inCohorts(): Promise<readonly CohortFigures[]> {
  const cohorts: CohortFigures[] = [];
  for await (const page of cohortPages(table)) cohorts.push(...page);
  return cohorts;
}

const month = Array.from({ length: 28 }, (_, n) => change(claimOf(n + 1, 'ready', 100 + n)));

describe('figures of a run', () => {
  test('appear in reports at once, and in the cohorts once, when the run ends', async () => {
    await write('file-1', month);
    expect(await inCohorts()).toEqual([]);
    const pending = sumOf(await readCohorts(table, {}));
    expect(pending).toMatchObject({ '2026-08-01 n_ready': 1, '2026-08-28 c_ready': 127 });
    expect(sumOf(await readCohorts(table, { service_from: '2026-08-27' }))).not.toHaveProperty(
      '2026-08-26 n_ready',
    );
    await foldFigures(table, 'file-1');
    await foldFigures(table, 'file-1');
    expect(sumOf(await inCohorts())).toEqual(pending);
    expect(sumOf(await readCohorts(table, {}))).toEqual(pending);
  });

  test('of a killed run are continued by the next process', async () => {
    await write('file-1', month);
    // A table that another process has opened.
    const other = openTable(table.name);
    await write(
      'file-1',
      month.map(({ after }) => change({ ...after, lane: 'submitted' }, after)),
      other,
    );
    // The first process is not alone any more.
    const stale = await collectFigures(table, 'file-1', month);
    await expect(transact(table, stale ? [stale.action] : [])).rejects.toThrow();
    stale?.failed();
    await foldFigures(other, 'file-1');
    const sums = sumOf(await inCohorts());
    expect(sums).toMatchObject({ '2026-08-01 n_submitted': 1 });
    expect(sums).not.toHaveProperty('2026-08-01 n_ready');
  });

  test('of a killed run that nobody continues are added after ten minutes', async () => {
    await write('file-1', month);
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect(await foldAbandonedFigures(table, minutes(9))).toBe(0);
    expect(await inCohorts()).toEqual([]);
    expect(await foldAbandonedFigures(table, minutes(11))).toBe(1);
    expect(await foldAbandonedFigures(table, minutes(11))).toBe(0);
    expect(await inCohorts()).toHaveLength(28);
  });

  test('of more cohorts than a transaction takes are added completely', async () => {
    const payers = Array.from({ length: 10 }, (_, n) => `P${n}`);
    const many = payers.flatMap((payer_id) => month.map(({ after }) => change({ ...after, payer_id })));
    await write('file-1', many);
    await foldFigures(table, 'file-1');
    expect(await inCohorts()).toHaveLength(280);
  });

  test('are the same as without collecting, in any order of writes, ends and kills', async () => {
    const step = fc.record({
      run: fc.constantFrom('file-1', 'file-2'),
      days: fc.array(fc.integer({ min: 1, max: 28 }), { minLength: 1, maxLength: 6 }),
      after: fc.constantFrom('goes on', 'ends', 'is killed', 'is abandoned'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        table = await newClaimsTable(engine);
        let process = table;
        const expected: Record<string, number> = {};
        for (const { run, days, after } of steps) {
          await write(
            run,
            days.map((day) => change(claimOf(day, 'ready', 100))),
            process,
          );
          for (const day of days) {
            const name = `2026-08-${String(day).padStart(2, '0')} n_ready`;
            expected[name] = (expected[name] ?? 0) + 1;
          }
          if (after === 'ends') await foldFigures(process, run);
          if (after === 'is killed') process = openTable(table.name);
          if (after === 'is abandoned') {
            await foldAbandonedFigures(openTable(table.name));
            process = openTable(table.name);
          }
          expect(sumOf(await readCohorts(table, {}))).toMatchObject(expected);
        }
        await foldAbandonedFigures(table);
        expect(sumOf(await inCohorts())).toMatchObject(expected);
      }),
      { numRuns: 20 },
    );
  });
});
