import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Facts } from './play-month.ts';
import type { Practice } from './practice.ts';
import type { RawItem } from './raw-records.ts';

type Row = Readonly<Record<string, string>>;

/** The pages of a CSV list, joined as a person joins them. */
async function csvOf(
  practice: Practice,
  name: string,
  query: Readonly<Record<string, string>> = {},
  pages = true,
): Promise<readonly Row[]> {
  let text = '';
  let cursor = '';
  do {
    const page = await practice.call(name, {
      query: { ...query, format: 'csv', ...(pages && { limit: '60' }), ...(cursor !== '' && { cursor }) },
      roles: ['auditor'],
    });
    if (page.status !== 200) throw new Error(`${name} replied ${page.status}: ${page.text}`);
    text += page.text;
    cursor =
      new URLSearchParams(/\?(.*?)>; rel="next"/.exec(String(page.headers['Link'] ?? ''))?.[1]).get(
        'cursor',
      ) ?? '';
  } while (cursor !== '');
  return parse(text, { columns: true });
}

const decimal = (cents: number | undefined): string => (cents === undefined ? '' : String(cents / 100));
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

/** Lists as CSV against the raw items. */
export function listsSuite(facts: Facts): void {
  const practice = () => facts().desk.practice;

  test('claims', async () => {
    const rows = await csvOf(practice(), 'list-claims');
    const share = ({ patient_responsibility_by: by }: RawItem, name: string) => decimal(by?.[name]);
    const expected = facts().raw.claims.map((claim) => [
      ...[claim.id, claim.patient_control_number, claim.lane, claim.payer_id, claim.billing_npi],
      ...[claim.member_id, claim.patient_name, claim.frequency, claim.service_from, claim.received_at],
      ...[decimal(claim.total_charge), decimal(claim.paid), decimal(claim.patient_responsibility)],
      ...[
        share(claim, 'deductible'),
        share(claim, 'coinsurance'),
        share(claim, 'copay'),
        share(claim, 'other'),
      ],
      ...[claim.corrects ?? '', claim.corrected_by ?? '', claim.payer_control_number ?? ''],
      String((claim.finding_counts?.error ?? 0) + (claim.finding_counts?.fatal ?? 0)),
    ]);
    const shown = rows.map((row) => [
      ...[row['id'], row['patient_control_number'], row['lane'], row['payer_id'], row['billing_npi']],
      ...[row['member_id'], row['patient_name'], row['frequency'], row['service_from'], row['received_at']],
      ...[row['total_charge'], row['paid'], row['patient_responsibility'], row['deductible']],
      ...[row['coinsurance'], row['copay'], row['other_patient_responsibility'], row['corrects']],
      ...[row['corrected_by'], row['payer_control_number'], row['errors']],
    ]);
    expect(sorted(shown)).toEqual(sorted(expected));
  });

  test.each(['draft', 'held', 'review', 'accepted', 'pending', 'paid', 'denied', 'underpaid', 'dismissed'])(
    'claims in lane %s',
    async (lane) => {
      const rows = await csvOf(practice(), 'list-claims', { lane });
      const own = facts().raw.claims.filter((claim) => claim.lane === lane);
      expect(sorted(rows.map(({ id }) => id))).toEqual(sorted(own.map(({ id }) => id)));
    },
  );

  test('lanes', async () => {
    for (const { lane, count, amount, oldest_at, newest_at } of await csvOf(
      practice(),
      'list-lanes',
      {},
      false,
    )) {
      const own = facts().raw.claims.filter((claim) => claim.lane === lane);
      const since = own.map(({ lane_since }) => lane_since).toSorted();
      const cents = own.reduce((sum, claim) => sum + claim.total_charge, 0);
      expect([lane, count, amount, oldest_at, newest_at]).toEqual([
        ...[lane, String(own.length), decimal(cents)],
        ...[since[0] ?? '', since.at(-1) ?? ''],
      ]);
    }
  });

  test('files, submissions and acknowledgments', async () => {
    const { raw } = facts();
    const files = await csvOf(practice(), 'list-files');
    expect(
      sorted(files.map((row) => [row['id'], row['state'], row['claims'], row['charge'], row['matched']])),
    ).toEqual(
      sorted(
        raw.files.map(({ id, state, counts }) => [
          ...[id, state, String(counts.claims), decimal(counts.charge), String(counts.matched)],
        ]),
      ),
    );
    const submissions = await csvOf(practice(), 'list-submissions');
    expect(
      sorted(submissions.map((row) => [row['id'], row['claim_count'], row['total_charge'], row['state']])),
    ).toEqual(
      sorted(
        raw.submissions.map((one) => [
          one.id,
          String(one.claim_count),
          decimal(one.total_charge),
          'recorded',
        ]),
      ),
    );
    const of999 = await csvOf(practice(), 'list-implementation-acknowledgments');
    const of277 = await csvOf(practice(), 'list-claim-acknowledgments');
    expect(sorted([...of999, ...of277].map(({ id }) => id))).toEqual(
      sorted(raw.acknowledgments.map(({ id }) => id)),
    );
    const rejected = raw.claims.filter(({ payer_rejected_at }) => payer_rejected_at !== undefined);
    expect(of277.reduce((sum, row) => sum + Number(row['rejected']), 0)).toBe(rejected.length);
  });

  test('remittances, deposits, bank lines and balances', async () => {
    const { raw } = facts();
    const remittances = await csvOf(practice(), 'list-remittances');
    expect(
      sorted(
        remittances.map((row) => [row['id'], row['amount'], row['paid'], row['balanced'], row['matched']]),
      ),
    ).toEqual(
      sorted(
        raw.remittances.map((one) => [
          ...[one.id, decimal(one.payment.amount), decimal(one.paid)],
          ...[String(one.balance.balanced), String(one.counts.matched)],
        ]),
      ),
    );
    const deposits = await csvOf(practice(), 'list-deposits');
    expect(
      sorted(deposits.map((row) => [row['remittance_id'], row['state'], row['amount'], row['bank_line_id']])),
    ).toEqual(
      sorted(
        raw.deposits.map((one) => [
          one.remittance_id,
          one.state,
          decimal(one.amount),
          one.bank_line_id ?? '',
        ]),
      ),
    );
    const lines = await csvOf(practice(), 'list-bank-lines');
    expect(
      sorted(lines.map((row) => [row['id'], row['state'], row['amount'], row['remittance_ids']])),
    ).toEqual(
      sorted(
        raw.bankLines.map((one) => [one.id, one.state, decimal(one.amount), one.remittance_ids.join(' ')]),
      ),
    );
    const balances = await csvOf(practice(), 'list-provider-balances');
    let adjustments = 0;
    for (const { payer_id = '', provider = '', balance } of balances) {
      const rows = await csvOf(practice(), 'list-ledger', { payer_id, provider });
      const cents = rows.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect([provider, decimal(cents)]).toEqual([provider, balance]);
      adjustments += rows.length;
    }
    expect(adjustments).toBe(raw.remittances.reduce((sum, one) => sum + one.provider_adjustments.length, 0));
  });

  test('patient responsibility, and the audit log', async () => {
    const { raw } = facts();
    const owed = await csvOf(practice(), 'list-patient-responsibility');
    const owing = raw.claims.filter((claim) => (claim.patient_responsibility ?? 0) !== 0);
    expect(sorted(owed.map((row) => [row['claim_id'], row['patient_responsibility'], row['copay']]))).toEqual(
      sorted(
        owing.map((claim) => [
          ...[
            claim.id,
            decimal(claim.patient_responsibility),
            decimal(claim.patient_responsibility_by.copay),
          ],
        ]),
      ),
    );
    const log = await csvOf(practice(), 'list-audit-log');
    expect(sorted(log.map((row) => [row['id'], row['event_type'], row['entity_id'], row['hash']]))).toEqual(
      sorted(raw.audit.map((one) => [String(one.id), one.event_type, one.entity_id, one.hash])),
    );
  });
}
