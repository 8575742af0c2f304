import { describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import { maxPackedContent } from '#claims/claim/packed-json.ts';
import { applyPayment } from '#claims/responses/remittance/apply-payment.ts';
import type { PaymentMatch } from '#claims/responses/remittance/match-payment.ts';
import { patientResponsibility, paymentOutcome } from '#claims/responses/remittance/payment-outcome.ts';
import type { Posting, StoredPayment } from '#claims/responses/remittance/stored-remittance.ts';
import { remittanceBlockOf } from '#store/claims/keys/response-keys.ts';
import { paymentsIn } from '#store/claims/responses/payment-parts.ts';
import { findPayment, readPayments } from '#store/claims/responses/remittances.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { Random } from '#test/bench/x12/random.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import type { ClaimPayment, PaymentAdjustment } from '#x12/835/types.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { claim, line, remittanceFile, remittanceOf } from '../../../fixtures/x12/remittance.ts';
import { everyItem } from '../../stored.ts';
import { storedClaim } from '../engine/claims.ts';
import { now, payment, remittance } from './postings.ts';
import { stores, useStores } from './remittance-runs.ts';

describe('payment parts', () => {
  useStores();

  const random = new Random(20_261_125);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  /** Random, so that it cannot be compressed. */
  const contentOf = (length: number) =>
    Array.from({ length }, () => letters.charAt(random.int(0, letters.length - 1))).join('');

  const paymentOf = (remittance_id: string, number: number, length: number): StoredPayment => ({
    ...{
      remittance_id,
      number,
      patient_control_number: `PCN${number}`,
      payer_control_number: `ICN${number}`,
    },
    ...{ status_code: '1', charge: number * 100, paid: number * 80, content: contentOf(length) },
  });

  /** Stores payments as a run does, some with each transaction. */
  async function store(payments: readonly StoredPayment[], together: number) {
    for (let n = 0; n < payments.length; n += together) {
      const some = payments.slice(n, n + together);
      const writes = some.map((payment) => ({ kind: 'payment', payment }) as const);
      await writeChange(stores, { entries: [], writes });
    }
  }

  const partsOf = async (id: string) =>
    (await everyItem(stores, 'claims')).filter(
      ({ pk, sk }) => String(pk).startsWith(`REMITTANCE#${id}#`) && String(sk).startsWith('PAYMENTS#'),
    );

  test.each([1, 7, 90, 128, 256])(
    'payments that are stored %i at a time are read from any number on',
    async (together) => {
      const id = `together-${together}`;
      const payments = Array.from({ length: 300 }, (_, n) => paymentOf(id, n + 1, random.int(0, 40)));
      await store(payments, together);
      const parts = await partsOf(id);
      expect(parts.length).toBeLessThanOrEqual(Math.ceil(300 / together) + 2);
      for (const part of parts) {
        expect(new Set(paymentsIn(id, [part]).map(({ number }) => remittanceBlockOf(number))).size).toBe(1);
      }
      expect(await readPayments(stores.claims, id, 1, 1000)).toEqual(payments);
      for (const [from, limit] of [
        [1, 1],
        [2, 5],
        [100, 60],
        [128, 1],
        [129, 128],
        [250, 51],
        [300, 3],
      ] as const) {
        expect(await readPayments(stores.claims, id, from, limit)).toEqual(
          payments.slice(from - 1, from - 1 + limit),
        );
      }
      expect(await findPayment(stores.claims, id, 300)).toEqual(payments[299]);
      expect(await findPayment(stores.claims, id, 301)).toBeUndefined();
      expect(await findPayment(stores.claims, 'unknown', 1)).toBeUndefined();
    },
  );

  test('payments whose contents are long are in several items', async () => {
    const lengths = [maxPackedContent, 10, maxPackedContent - 10, 0, 11, maxPackedContent, maxPackedContent];
    const payments = lengths.map((length, n) => paymentOf('long', n + 1, length));
    await store(payments, payments.length);
    expect(await partsOf('long')).toHaveLength(5);
    expect(await readPayments(stores.claims, 'long', 1, 100)).toEqual(payments);
    expect(await readPayments(stores.claims, 'long', 3, 2)).toEqual(payments.slice(2, 4));
  });

  test('a posting that is stored for itself is read with its payment', async () => {
    const payments = Array.from({ length: 140 }, (_, n) => paymentOf('posted', n + 1, 20));
    await store(payments, 100);
    const posting: Posting = { match: { result: 'unmatched' }, lines: [] };
    for (const number of [1, 128, 129]) {
      const payment = { remittance_id: 'posted', number };
      await writeChange(stores, { entries: [], writes: [{ kind: 'posting', payment, posting }] });
    }
    const found = await readPayments(stores.claims, 'posted', 1, 1000);
    expect(found.flatMap((one) => (one.posting === undefined ? [] : one.number))).toEqual([1, 128, 129]);
    expect(await findPayment(stores.claims, 'posted', 128)).toMatchObject({ number: 128, posting });
    expect(await findPayment(stores.claims, 'posted', 127)).toEqual(payments[126]);
  });

  test('a repeated payment is refused', async () => {
    const payments = [1, 2, 3].map((number) => paymentOf('twice', number, 20));
    await store(payments, 3);
    await expect(store(payments, 3)).rejects.toThrow('A condition of the write did not hold');
  });
});

/** The claim payment as read from a file. */
function read(over: Partial<WriterInput<ClaimPayment>>): ClaimPayment {
  for (const event of readRemittancesSync(remittanceFile(remittanceOf([claim(over)])))) {
    if (event.kind === 'claim') return event.claim;
  }
  throw new Error('No claim');
}

const adjusted = (
  ...parts: readonly (readonly [string, string, number])[]
): WriterInput<PaymentAdjustment>[] => parts.map(([group, reason, amount]) => ({ group, reason, amount }));

/** One line of 100.00 with these adjustments. */
const paying = (paid: number, parts: readonly (readonly [string, string, number])[], over = {}) =>
  read({
    paid,
    patientResponsibility: undefined,
    lines: [line({ paid, adjustments: adjusted(...parts) })],
    ...over,
  });

describe('the outcome of a payment', () => {
  test.each([
    ['paid in full', 10_000, [], 'paid'],
    ['down to the fee schedule', 8_000, [['CO', '45', 2_000]], 'paid'],
    [
      'with a share of the patient',
      7_000,
      [
        ['CO', '45', 2_000],
        ['PR', '1', 1_000],
      ],
      'paid',
    ],
    ['sequestration', 9_800, [['CO', '253', 200]], 'paid'],
    ['after an earlier payer', 2_000, [['OA', '23', 8_000]], 'paid'],
    [
      'partly not supported',
      7_000,
      [
        ['CO', '45', 2_000],
        ['CO', '151', 1_000],
      ],
      'underpaid',
    ],
    ['reduced by the payer', 9_000, [['PI', '45', 1_000]], 'underpaid'],
    ['otherwise reduced', 9_000, [['OA', '94', 1_000]], 'underpaid'],
    ['not medically necessary', 0, [['CO', '50', 10_000]], 'denied'],
    [
      'denied with a deductible',
      0,
      [
        ['CO', '50', 5_000],
        ['PR', '1', 5_000],
      ],
      'denied',
    ],
    [
      'all due from the patient',
      0,
      [
        ['CO', '45', 2_000],
        ['PR', '1', 8_000],
      ],
      'paid',
    ],
    ['all paid before', 0, [['OA', '23', 10_000]], 'paid'],
    [
      'a code for reporting only',
      7_500,
      [
        ['CO', '45', 2_499],
        ['CO', '246', 1],
      ],
      'paid',
    ],
    ['nothing but codes for reporting', 0, [['CO', '246', 10_000]], 'paid'],
    [
      'a code for reporting beside a denial',
      0,
      [
        ['CO', '50', 9_999],
        ['CO', '246', 1],
      ],
      'denied',
    ],
    [
      'paid to the patient',
      0,
      [
        ['CO', '45', 2_000],
        ['OA', '100', 8_000],
      ],
      'paid',
    ],
    [
      'paid to the patient in part',
      3_000,
      [
        ['CO', '50', 2_000],
        ['OA', '100', 5_000],
      ],
      'underpaid',
    ],
    ['covered by capitation', 0, [['CO', '24', 10_000]], 'paid'],
    ['all of it written off', 0, [['CO', '45', 10_000]], 'denied'],
  ] as const)('%s', (_, paid, parts, expected) => {
    expect(paymentOutcome(paying(paid, parts))).toBe(expected);
  });

  test.each([
    ['22', 'reversed'],
    ['23', 'forwarded'],
    ['25', 'estimate'],
    ['19', 'paid'],
  ])('status %s: %s', (statusCode, expected) => {
    expect(paymentOutcome(paying(10_000, [], { statusCode }))).toBe(expected);
  });

  test('is denied with status 4 for any adjustment reason', () => {
    expect(paymentOutcome(paying(0, [['PR', '204', 10_000]], { statusCode: '4' }))).toBe('denied');
  });

  test('is not denied if nothing was charged', () => {
    expect(paymentOutcome(read({ charge: 0, paid: 0, patientResponsibility: undefined, lines: [] }))).toBe(
      'paid',
    );
  });

  test('reverses the patient responsibility', () => {
    const reversal = read({
      statusCode: '22',
      charge: -10_000,
      paid: -8_000,
      patientResponsibility: undefined,
      lines: [
        line({
          charge: -10_000,
          paid: -8_000,
          adjustments: adjusted(['CO', '45', -1_500], ['PR', '2', -500]),
        }),
      ],
    });
    expect(patientResponsibility(reversal)).toBe(-500);
    expect(patientResponsibility(read({}))).toBe(500);
    expect(patientResponsibility(read({ patientResponsibility: undefined }))).toBe(500);
    // CLP05 is not in a reversal: it counts only where no CAS has the patient responsibility.
    expect(patientResponsibility(read({ patientResponsibility: 700 }))).toBe(500);
    expect(patientResponsibility(read({ patientResponsibility: 700, lines: [], adjustments: [] }))).toBe(700);
    const stated = { statusCode: '22', lines: [], adjustments: [] };
    expect(patientResponsibility(read({ ...stated, patientResponsibility: 700 }))).toBe(-700);
    expect(patientResponsibility(read({ ...stated, patientResponsibility: -700 }))).toBe(-700);
  });
});

const facts = { remittance: remittance('R1', '2026-04-01'), actor: 'test', now, at: now.toISOString() };

const matched = (claim: Claim): PaymentMatch => ({
  ...{ result: 'matched', claim, by: 'patient_control_number', narrowed_by: [], differs_in: [] },
});

const apply = (one: ClaimPayment, match: PaymentMatch, over = {}) =>
  applyPayment(one, match, [], { ...facts, ...over }, (claim) => claim);

const denied = {
  ...payment(0),
  adjustments: [{ group: 'CO', reason: '50', amount: 12_500, quantity: undefined }],
};
const short = {
  ...payment(8_000),
  adjustments: [{ group: 'CO', reason: '151', amount: 4_500, quantity: undefined }],
};

describe('a payment', () => {
  test.each([
    ['paid', payment(8_000), 'accepted', 'paid', 'claim.paid'],
    ['underpaid', short, 'accepted', 'underpaid', 'claim.underpaid'],
    ['denied', denied, 'accepted', 'denied', 'claim.denied'],
    ['paid', payment(8_000), 'overdue', 'paid', 'claim.paid'],
    ['estimate', payment(8_000, { statusCode: '25' }), 'accepted', 'accepted', 'claim.acknowledged'],
    ['forwarded', payment(0, { statusCode: '23' }), 'accepted', 'pending', 'claim.pending'],
  ] as const)('%s moves a claim to its lane', (outcome, one, lane, to, eventType) => {
    const { result, changes = [], event } = apply(one, matched(storedClaim({ lane })));
    expect(result).toMatchObject({ outcome, lane: to, match: { result: 'matched' } });
    expect(changes.map(({ entry }) => entry.event_type)).toEqual([eventType]);
    expect(event?.event).toMatchObject({ kind: 'payment', reference: 'R1', detail: { outcome } });
  });

  test('adds to the payments of earlier remittances', () => {
    const payments = [{ remittance_id: 'R0', paid: 2_000, charge: 4_500, rank: 1 }] as const;
    const earlier = { payments, remittance_id: 'R0', remitted_at: '2026-03-01T00:00:00.000Z' };
    const claim = storedClaim({ lane: 'underpaid', paid: 2_000, ...earlier });
    const { after } = apply(payment(8_000, { charge: 8_000 }), matched(claim)).changes?.[0] ?? {};
    expect(after).toMatchObject({
      lane: 'paid',
      paid: 10_000,
      remittance_id: 'R1',
      payer_control_number: 'ICN1',
    });
  });

  test('of an older remittance adds its amount and leaves the lane', () => {
    const claim = storedClaim({
      lane: 'denied',
      paid: 0,
      remittance_id: 'R2',
      remitted_at: '2026-04-02T00:00:00.000Z',
    });
    const { after, entry } = apply(payment(8_000), matched(claim)).changes?.[0] ?? {};
    expect(after).toMatchObject({ lane: 'denied', paid: 8_000, remittance_id: 'R2' });
    expect(entry?.payload).toMatchObject({ late: true });
  });

  test('that is reversed takes the claim back to pending', () => {
    const claim = storedClaim({
      lane: 'paid',
      paid: 8_000,
      remittance_id: 'R0',
      remitted_at: '2026-03-01T00:00:00.000Z',
    });
    const { result, changes = [] } = apply(payment(8_000, { statusCode: '22' }), matched(claim));
    expect(result.outcome).toBe('reversed');
    expect(changes[0]?.after).toMatchObject({ lane: 'pending', paid: 0 });
  });

  test('that does not balance is not posted, and its claim moves to review', () => {
    const { result, changes = [] } = apply({ ...payment(8_000), adjustments: [] }, matched(storedClaim()));
    expect(result.held).toBe('claim_unbalanced');
    expect(changes[0]?.after).toMatchObject({
      lane: 'review',
      conflicts: [{ kind: 'unbalanced', open: true }],
    });
    expect(changes[0]?.after.paid).toBeUndefined();
  });

  test('of a remittance that does not balance is not posted', () => {
    const equation = {
      level: 'transaction',
      rule: 'T',
      computed: 1,
      stated: 2,
      difference: 1,
      terms: [],
    } as const;
    const transaction = { ...equation, terms: [], claim: undefined, line: undefined };
    const balance = {
      balanced: false,
      unbalanced_lines: 0,
      unbalanced_claims: 0,
      transaction,
      first_unbalanced: transaction,
    };
    const { result } = apply(payment(8_000), matched(storedClaim()), {
      remittance: { ...facts.remittance, balance },
    });
    expect(result.held).toBe('transaction_unbalanced');
  });

  test('that fits several claims puts each of them in review', () => {
    const claims = [storedClaim({ id: 'a' }), storedClaim({ id: 'b', lane: 'paid', paid: 1 })];
    const { result, changes = [], isMatched } = apply(payment(8_000), { result: 'ambiguous', claims });
    expect([result.match, isMatched]).toEqual([{ result: 'ambiguous', claim_ids: ['a', 'b'] }, false]);
    expect(changes.map(({ after }) => after.lane)).toEqual(['review', 'review']);
  });

  test('without a claim changes nothing', () => {
    expect(apply(payment(8_000), { result: 'unmatched' })).toEqual({
      ...{ result: { match: { result: 'unmatched' }, lines: [] }, isMatched: false },
    });
  });
});
