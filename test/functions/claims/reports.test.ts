import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import { walkClaims } from '#claims/claims/claim-list-records.ts';
import { listPatientResponsibility } from '#claims/money/contract.ts';
import { figureChanges, nameOfCohort } from '#claims/reports/claim-figures.ts';
import { cohortPages, readCohorts } from '#claims/reports/cohort-records.ts';
import { getAging, getCleanClaims, getDaysToPay, getDenials } from '#claims/reports/contract.ts';
import { rebuildCohorts } from '#claims/reports/rebuild-store.ts';
import { updateItem } from '#store/dynamodb/items.ts';
import { send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { adjusted, payment, remit, reversal } from '#test/claims/responses/remittance/payer-remittances.ts';
import { payerEnvelope } from '#test/fixtures/x12/remittance.ts';
import { writeRemittances } from '#x12/835/write-remittances.ts';
import { claimBody } from './claim-body.ts';
import {
  answer277,
  call,
  expectContract,
  nextNumber,
  rejection,
  stores,
  useStores,
  x12,
} from './responses/service.ts';

useStores();

/** All that fake timers would fake but the clock, because requests go over the network. */
const timers = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
];

async function receive(...remittances: Parameters<typeof writeRemittances>[0]): Promise<void> {
  const text = writeRemittances(remittances, { ...payerEnvelope, interchangeNumber: nextNumber() });
  expect((await call('parse-remittance', x12(text.toString()))).status).toBe(200);
}

async function everyClaim(): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for await (const page of walkClaims(stores.claims)) claims.push(...page);
  return claims;
}

/** Stored figures by cohort, without zeros, and the same counted from the claims. */
async function figures() {
  const stored: Record<string, Record<string, number>> = {};
  for await (const page of cohortPages(stores.claims)) {
    for (const cohort of page) {
      const own = Object.entries(cohort.figures).filter(([, value]) => value !== 0);
      if (own.length > 0) stored[nameOfCohort(cohort)] = Object.fromEntries(own);
    }
  }
  const changes = (await everyClaim()).map((after) => ({ after }));
  const counted = Object.fromEntries(
    figureChanges(changes).map(({ cohort, figures: sums }) => [
      nameOfCohort(cohort),
      Object.fromEntries([...sums].map(([name, value]) => [name, Number(value)])),
    ]),
  );
  return { stored, counted };
}

const sumOf = (rows: readonly { amount: number }[]) =>
  Math.round(rows.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100;

describe('reports', () => {
  beforeAll(async () => {
    const numbers = ['R-1', 'R-2', 'R-3', 'R-4', 'R-5'];
    await send(
      stores,
      numbers.map((number) => visit(number)),
    );
    await call('create-claim', { body: claimBody('R-DRAFT', { total_charge: 1 }) });
    const first = payment('R-1', adjusted(['PR', '1', 1_000], ['PR', '2', 500], ['CO', '45', 2_000]));
    await receive(
      remit([
        first,
        payment('R-2', adjusted(['PR', '3', 2_500], ['CO', '151', 1_250], ['PR', '96', 100])),
        { ...payment('R-3', []), paid: 0, lines: [], adjustments: adjusted(['CO', '50', 17_550]) },
      ]),
    );
    await receive(
      remit([reversal(first), payment('R-1', adjusted(['PR', '1', 700]))], { date: '2026-04-02' }),
    );
    await call('parse-claim-acknowledgment', x12(answer277(rejection('R-4'))));
  });

  test('equal a recount from the claims', async () => {
    const { stored, counted } = await figures();
    expect(stored).toEqual(counted);
  });

  test('age claims by lane and payer', async () => {
    const report = await call('get-aging', { roles: ['auditor'] });
    expectContract(getAging, report);
    const lanes = await call('list-lanes');
    for (const { lane, count, amount } of lanes.body.data) {
      const rows = report.body.data.filter((row: { lane: string }) => row.lane === lane);
      const totals = rows.map(({ total }: { total: { count: number; amount: number } }) => total);
      expect([
        totals.reduce((sum: number, total: { count: number }) => sum + total.count, 0),
        sumOf(totals),
      ]).toEqual([count, amount]);
    }
    const paid = report.body.data.find(({ lane }: { lane: string }) => lane === 'paid');
    expect(paid.ages['121_plus'].count).toBe(1);
    const csv = await call('get-aging', { query: { format: 'csv' } });
    expect(csv.text.split('\r\n')[0]).toMatch(/^lane,payer_id,count_0_30,amount_0_30,.*,count,amount$/);
    const none = await call('get-aging', { query: { service_to: '2000-01-01' } });
    expect(none.body.data).toEqual([]);
  });

  test('count the age until today in the time zone of the office', async () => {
    const [{ service_from = '' } = {}] = await everyClaim();
    // 31 days later in UTC, and still 30 days in Denver.
    const evening = Date.parse(service_from) + 31 * 86_400_000 + 3 * 3_600_000;
    jest.useFakeTimers({ now: evening, doNotFake: [...timers] });
    try {
      const report = await call('get-aging', { query: { service_from, service_to: service_from } });
      for (const { ages, total } of report.body.data) expect(ages['0_30']).toEqual(total);
      expect(report.body.data).not.toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('list denial reasons, days to pay and the clean-claim rate', async () => {
    const denials = await call('get-denials');
    expectContract(getDenials, denials);
    expect(denials.body.data).toMatchObject([
      { group: 'CO', reason: '50', claims: 1, amount: 175.5, text: expect.any(String) },
      { group: 'CO', reason: '151', claims: 1, amount: 12.5 },
    ]);
    const days = await call('get-days-to-pay');
    expectContract(getDaysToPay, days);
    expect(days.body.data).toMatchObject([{ claims: 2, average_days: 5 }]);
    const clean = await call('get-clean-claims');
    expectContract(getCleanClaims, clean);
    expect(clean.body.data).toMatchObject([{ sent: 4, clean: 3, rate: 0.75 }]);
  });

  test('show patient responsibility by reason on the claim, in a list and as a sum', async () => {
    const list = await call('list-patient-responsibility');
    expectContract(listPatientResponsibility, list);
    expect(list.body.data).toHaveLength(2);
    expect(list.body.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          patient_control_number: 'R-1',
          patient_responsibility: 7,
          by_reason: { deductible: 7, coinsurance: 0, copay: 0, other: 0 },
        }),
        expect.objectContaining({
          patient_control_number: 'R-2',
          by_reason: { deductible: 0, coinsurance: 0, copay: 25, other: 1 },
        }),
      ]),
    );
    const [{ claim_id }] = list.body.data;
    const claim = await call('get-claim', { path: { id: claim_id } });
    expect(claim.body.data.patient_responsibility_by).toEqual(list.body.data[0].by_reason);
    expect((await call('get-patient-responsibility')).body.data).toEqual({
      claims: 2,
      patient_responsibility: 33,
      by_reason: { deductible: 7, coinsurance: 0, copay: 25, other: 1 },
    });
    const other = { query: { payer_id: 'NOBODY' } };
    expect((await call('list-patient-responsibility', other)).body.data).toEqual([]);
    expect((await call('get-patient-responsibility', other)).body.data.claims).toBe(0);
  });

  test('refuse a period with too many cohorts', async () => {
    await expect(readCohorts(stores.claims, {}, 0)).rejects.toMatchObject({ code: 'figures_too_large' });
  });

  test.each(['get-aging', 'get-denials', 'get-days-to-pay', 'get-clean-claims'])(
    '%s is empty for a period that ends before it starts',
    async (name) => {
      const query = { service_from: '2026-03-02', service_to: '2026-03-01' };
      const { status, body } = await call(name, { query });
      expect([status, body.data]).toEqual([200, []]);
      const sum = await call('get-patient-responsibility', { query });
      expect([sum.status, sum.body.data.claims]).toEqual([200, 0]);
    },
  );

  test('are repaired by a rebuild, which finds nothing afterwards', async () => {
    const none = () => Promise.resolve();
    expect(await rebuildCohorts(stores.claims, none)).toMatchObject({ repaired: 0 });
    for await (const page of cohortPages(stores.claims)) {
      for (const { day, payer_id, billing_npi } of page) {
        await updateItem(
          stores.claims,
          { pk: 'COHORTS', sk: `${day}#${payer_id}#${billing_npi}` },
          {
            UpdateExpression: 'SET n_paid = :wrong, n_overdue = :wrong REMOVE c_denied',
            ExpressionAttributeValues: { ':wrong': 7 },
          },
        );
      }
    }
    const { repaired } = await rebuildCohorts(stores.claims, none);
    expect(repaired).toBeGreaterThan(0);
    const { stored, counted } = await figures();
    expect(stored).toEqual(counted);
    expect(await rebuildCohorts(stores.claims, none)).toMatchObject({ repaired: 0 });
  });
});
