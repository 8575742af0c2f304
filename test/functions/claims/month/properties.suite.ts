import { expect, test } from '@jest/globals';
import { claimId } from '#claims/claims/facts.ts';
import { factsOf } from '#claims/claims/known-facts.ts';
import { stateOf } from '#claims/claims/state.ts';
import type { Story } from './bills.ts';
import { type Desk, ofStory, paymentAs } from './desk.ts';
import type { Facts } from './play-month.ts';
import { type RawItem, type RawRecords, readClaims } from './raw-records.ts';
import { reducedBy, sumOf } from './recount-payments.ts';
import { type ReadPayment, type ReadRemittance, readRemittances } from './remittance-text.ts';
import { claimsOf, filesWith, rejectedBy277ca, rejectedBy999 } from './response-text.ts';

/** What holds for every month: the service against the raw files, in cents. */
export function propertiesSuite(facts: Facts): void {
  const received = () => filesWith(facts().desk.practice, '835').flatMap(readRemittances);

  test('claims, unmatched and held payments add up what the 835s pay, reversals included', async () => {
    const { desk, raw } = facts();
    const payments = eachOnce(received());
    const posted = sumOf(raw.claims, ({ paid = 0 }) => paid);
    const paid = sumOf(payments, ({ payment, name }) => desk.byHand.get(name)?.paid ?? payment.paid);
    expect(posted + (await waitingIn(desk))).toBe(paid);
    expect(payments.some((one) => one.payment.paid < 0)).toBe(true);
  });

  test('the payments of each 835 are its transfer and its provider-level adjustments', () => {
    const { desk, raw } = facts();
    const all = desk.practice.remittances.flatMap(readRemittances);
    for (const one of all) {
      const error = desk.unbalanced.includes(one.trace) ? 100 : 0;
      const paid = sumOf(one.payments, (payment) => payment.paid);
      expect([one.trace, paid - sumOf(one.providerAdjustments, ({ amount }) => amount)]).toEqual([
        ...[one.trace, one.amount - error],
      ]);
      const stored = raw.remittances.filter(({ payment }) => payment.trace === one.trace);
      expect(stored.map(({ balance }) => balance.transaction.difference)).toContain(error);
    }
    expect(raw.remittances).toHaveLength(all.length);
  });

  test('a patient never owes more than payments leave of the agreed amount', () => {
    const { raw } = facts();
    const payments = Map.groupBy(eachOnce(received()), ({ payment }) => payment.number);
    for (const chain of chainsOf(raw.claims)) {
      const numbers = new Set(chain.map((claim) => claim.patient_control_number));
      const own = [...numbers].flatMap((number) => payments.get(number) ?? []);
      const reduced = sumOf(own, ({ payment }) => reducedBy(payment.adjustments));
      const of = (name: string) => sumOf(chain, (claim) => claim[name] ?? 0);
      const charge = Math.max(...chain.map(({ total_charge }) => total_charge));
      const share = of('patient_responsibility') + of('paid') - of('credit_balance');
      expect([...numbers, Math.max(0, share - charge - Math.max(0, -reduced))]).toEqual([...numbers, 0]);
      expect(of('patient_responsibility')).toBeGreaterThanOrEqual(0);
    }
    for (const claim of claimsOfStory(facts(), 'encounter'))
      expect(claim.paid).toBeGreaterThan(claim.total_charge);
  });

  test('the reasons of a line never exceed its charge', async () => {
    const { desk } = facts();
    let lines = 0;
    for (const chain of chainsOf(await readClaims(desk.practice))) {
      const bill = desk.bills.find(({ id }) => chain.some((claim) => claim.id === id));
      const states = stateOf(new Set(chain.flatMap(factsOf)));
      for (const claim of chain) {
        const reasons = states.get(claimId(claim.id))?.reasons ?? [];
        for (const [line, own] of Map.groupBy(reasons, (reason) => reason.line)) {
          const charge = bill?.lines[Number(line) - 1]?.charge ?? bill?.charge ?? 0;
          expect(sumOf(own, ({ amount }) => amount)).toBeLessThanOrEqual(charge);
          lines += 1;
        }
        expect(sumOf(reasons, ({ amount }) => amount)).toBe(
          sumOf(claim.denial_reasons ?? [], ({ amount }) => amount),
        );
      }
    }
    expect(lines).toBeGreaterThan(0);
  });

  test('what a later payment paid of a denial is not open in the report', () => {
    for (const { denials, total_charge: amount } of claimsOfStory(facts(), 'appealed'))
      expect(denials).toEqual([{ group: 'CO', reason: '50', amount, open: 0 }]);
    for (const { denials, total_charge: amount } of claimsOfStory(facts(), 'zero_payment'))
      expect(denials).toEqual([{ group: 'CO', reason: '29', amount, open: amount }]);
  });

  test('each rejected claim has one audit entry for each acknowledgment', () => {
    const { desk, raw } = facts();
    const { practice } = desk;
    const sent = claimsOf(desk.sentFiles);
    const of999 = filesWith(practice, '999').flatMap((text) => rejectedBy999(text, sent));
    const of277ca = filesWith(practice, '277').flatMap(rejectedBy277ca);
    expect(entriesOf(raw, 'claim.rejected')).toEqual(of999.toSorted());
    expect(entriesOf(raw, 'claim.payer_rejected')).toEqual(of277ca.toSorted());
    expect([of999, of277ca].map(({ length }) => length > 0)).toEqual([true, true]);
  });

  test('the responses once more, in other files, add nothing', () => {
    const { desk, raw, before } = facts();
    const ofClaims = ({ audit }: RawRecords) =>
      audit.filter(({ event_type }) => event_type.startsWith('claim.')).map(({ id }) => id);
    expect(raw.claims).toEqual(before.claims);
    expect(raw.remittances).toEqual(before.remittances);
    expect(raw.deposits).toEqual(before.deposits);
    expect(ofClaims(raw)).toEqual(ofClaims(before));
    const again = raw.files.filter(({ id }) => !before.files.some((file) => file.id === id));
    expect(again.map(({ state }) => state)).toEqual(again.map(() => 'applied'));
    expect(again.length).toBeGreaterThan(desk.practice.remittances.length);
  });
}

const claimsOfStory = ({ desk, raw }: ReturnType<Facts>, name: Story): readonly RawItem[] =>
  ofStory(desk, name).flatMap(({ id }) => raw.claims.filter((claim) => claim.id === id));

const chainsOf = <T extends RawItem>(claims: readonly T[]): readonly (readonly T[])[] => [
  ...Map.groupBy(claims, ({ id, chain = id }) => chain).values(),
];

/** Payments that nobody has posted. */
async function waitingIn({ practice }: Desk): Promise<number> {
  const states = ['open', 'dismissed'].map((state) =>
    practice.all('list-unmatched', { kind: 'payment', state }),
  );
  return sumOf((await Promise.all(states)).flat(), ({ paid = 0 }) => Math.round(paid * 100));
}

interface Payment {
  readonly payment: ReadPayment;
  /** Its trace and its place in the 835. */
  readonly name: string;
}

/** The payments of 835s; what arrives again in another file is the same payment, and equal ones of one ST are several. */
function eachOnce(remittances: readonly ReadRemittance[]): readonly Payment[] {
  const found = new Map<string, Payment>();
  for (const { trace, date, payer, payments } of remittances) {
    const counts = new Map<string, number>();
    for (const [n, payment] of payments.entries()) {
      const count = (counts.get(payment.text) ?? 0) + 1;
      counts.set(payment.text, count);
      const key = [payer, trace, date, count, payment.text].join(' ');
      if (!found.has(key)) found.set(key, { payment, name: paymentAs(trace, n + 1) });
    }
  }
  return [...found.values()];
}

/** Numbers of the claims of the entries of a kind. */
function entriesOf({ audit, claims }: RawRecords, type: string): readonly string[] {
  const numbers = new Map(claims.map((claim) => [claim.id, claim.patient_control_number]));
  return audit
    .filter(({ event_type }) => event_type === type)
    .map(({ entity_id }) => numbers.get(entity_id))
    .toSorted();
}
