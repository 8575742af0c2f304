import { expect, test } from '@jest/globals';
import { dayFromNow, payers, sites } from './bills.ts';
import type { Facts } from './play-month.ts';
import type { RawItem, RawRecords } from './raw-records.ts';

/** A search, and the same question to the raw items. */
type Question = readonly [name: string, body: object, fits: (claim: RawItem) => boolean];

const [from, to] = [dayFromNow(-18), dayFromNow(-6)];

const questions = ({ claims, submissions, submittedClaims }: RawRecords): readonly Question[] => {
  const one = claims.find(({ lane }) => lane === 'paid') ?? claims[0];
  const [last = '', first = ''] = String(one?.patient_name).split(', ');
  const amount = Number(one?.total_charge) / 100;
  const isSentWith = (submission: RawItem) => {
    const sent = submittedClaims.filter(({ pk }) => pk === submission.pk);
    return ({ id }: RawItem) => sent.some(({ claim_id }) => claim_id === id);
  };
  const file = claims.find(({ source }) => source.kind === 'file')?.source.file_id;
  const begins = (claim: RawItem, name: string) => String(claim.patient_name).startsWith(name);
  return [
    ['every claim', {}, () => true],
    [
      'the beginning of a number',
      { patient_control_number: 'pa100' },
      (c) => c.patient_control_number.startsWith('PA100'),
    ],
    ['the beginning of a name', { last_name: last.slice(0, 4) }, (c) => begins(c, last.slice(0, 4))],
    ['a name', { last_name: last, first_name: first }, (c) => c.patient_name === `${last}, ${first}`],
    ['a member', { member_id: one?.member_id }, (c) => c.member_id === one?.member_id],
    ['an amount', { amount }, (c) => c.total_charge === one?.total_charge],
    [
      'amounts',
      { amount_from: 250, amount_to: 300.5 },
      (c) => c.total_charge >= 25_000 && c.total_charge <= 30_050,
    ],
    [
      'a payer and a site',
      { payer_id: payers.state, billing_npi: sites[2].npi },
      (c) => c.payer_id === payers.state && c.billing_npi === sites[2].npi,
    ],
    [
      'lanes',
      { lanes: ['denied', 'review', 'pending'] },
      (c) => ['denied', 'review', 'pending'].includes(c.lane),
    ],
    ['replaced claims', { lanes: ['closed'] }, (c) => c.lane === 'closed'],
    [
      'days of service',
      { service_from: from, service_to: to },
      (c) => c.service_from >= from && c.service_from <= to,
    ],
    ['a file', { file_id: file }, (c) => c.source.file_id === file],
    [
      'a file and a lane',
      { file_id: file, lanes: ['paid'] },
      (c) => c.source.file_id === file && c.lane === 'paid',
    ],
    ...submissions.map(
      (one): Question => [`submission ${one.id}`, { submission_id: one.id }, isSentWith(one)],
    ),
    ['no day', { service_from: '2031-01-01' }, () => false],
  ];
};

/** Searches with every page, against the raw items, in both orders of each field. */
export function searchSuite(facts: Facts): void {
  const all = async (body: object) => {
    const found: RawItem[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await facts().desk.practice.call('search-claims', {
        body: { ...body, limit: 50, ...(cursor !== '' && { cursor }) },
      });
      if (page.status !== 200) throw new Error(page.text);
      found.push(...page.body.data);
      cursor = page.body.pagination.next_cursor;
    }
    return found;
  };
  const idsOf = (claims: readonly RawItem[]) => claims.map(({ id }) => id).toSorted();

  test('finds the claims that fit, and no others', async () => {
    const { raw } = facts();
    for (const [name, body, fits] of questions(raw)) {
      expect([name, idsOf(await all(body))]).toEqual([name, idsOf(raw.claims.filter(fits))]);
    }
  });

  test.each(['received_at', 'service_from', 'total_charge'])('sorts by %s', async (field) => {
    const up = await all({ sort: field, payer_id: payers.plains });
    const values = up.map((claim) => claim[field]);
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : Number(a > b))));
    const down = await all({ sort: `-${field}`, payer_id: payers.plains });
    expect(idsOf(down)).toEqual(idsOf(up));
    expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed());
  });
}
