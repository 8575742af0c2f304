import { expect, test } from '@jest/globals';
import { dayFromNow, payers, sites } from './bills.ts';
import type { Facts } from './play-month.ts';
import {
  cents,
  expectedAging,
  expectedCleanClaims,
  expectedDaysToPay,
  expectedDenials,
  expectedLanes,
  filtered,
  type ReportFilter,
} from './recount-reports.ts';

const filters: readonly ReportFilter[] = [
  {},
  { payer_id: payers.plains },
  { billing_npi: sites[1].npi },
  { service_from: dayFromNow(-20), service_to: dayFromNow(-3) },
  { payer_id: payers.state, billing_npi: sites[0].npi, service_from: dayFromNow(-60) },
];

/** Figures that the service keeps, against a count of the raw claims. */
export function reportsSuite(facts: Facts): void {
  test('lanes have the counts and amounts of their claims', async () => {
    const { desk, raw } = facts();
    const stated = await desk.practice.done('list-lanes');
    const shown = stated.map(({ lane, count, amount }: never) => ({ lane, count, amount }));
    expect(shown).toEqual(expect.arrayContaining(expectedLanes(raw.claims)));
    expect(shown).toHaveLength(expectedLanes(raw.claims).length);
  });

  test.each(filters)('reports of %j equal a count of the claims', async (filter) => {
    const { desk, raw } = facts();
    const { practice } = desk;
    const claims = filtered(raw.claims, filter);
    const report = (name: string) => practice.done(name, { query: { ...filter } });
    expect(await report('get-aging')).toEqual(expectedAging(claims, new Date().toISOString().slice(0, 10)));
    const denials: { text?: string }[] = await report('get-denials');
    const expected = expectedDenials(claims);
    expect(denials.map(({ text, ...row }) => row)).toEqual(expect.arrayContaining(expected));
    expect(denials).toHaveLength(expected.length);
    expect(await report('get-days-to-pay')).toEqual(expectedDaysToPay(claims));
    const sent = new Set<string>(raw.submittedClaims.map(({ claim_id }) => claim_id));
    expect(await report('get-clean-claims')).toEqual(expectedCleanClaims(claims, sent));
    const owing = claims.filter((claim) => (claim.patient_responsibility ?? 0) !== 0);
    const owed = (name: string) =>
      owing.reduce((sum, claim) => sum + claim.patient_responsibility_by[name], 0) / 100;
    expect(await report('get-patient-responsibility')).toEqual({
      claims: owing.length,
      patient_responsibility: cents(owing, 'patient_responsibility') / 100,
      by_reason: {
        ...{ deductible: owed('deductible'), coinsurance: owed('coinsurance') },
        ...{ copay: owed('copay'), other: owed('other') },
      },
    });
    const listed = await practice.all('list-patient-responsibility', { ...filter });
    expect(listed.map(shareOf).toSorted()).toEqual(
      owing.map((claim) => `${claim.id} ${claim.patient_responsibility / 100}`).toSorted(),
    );
  });
}

const shareOf = ({
  claim_id,
  patient_responsibility,
}: {
  claim_id: string;
  patient_responsibility: number;
}) => `${claim_id} ${patient_responsibility}`;
