import { expect, test } from '@jest/globals';
import { type Reduction, reductionsOf } from './adjudication.ts';
import { ofStory } from './desk.ts';
import type { Facts } from './play-month.ts';
import { nothingOwed, recountPayments, sumOf, totalOwed } from './recount-payments.ts';

const contractual = ([group, reason, amount]: Reduction): number =>
  group === 'CO' && reason === '45' ? amount : 0;

/** Each claim against the files of the month and the decisions of the staff. */
export function claimsSuite(facts: Facts): void {
  test('every claim is in the lane of its story', () => {
    const { desk, raw } = facts();
    const found = raw.claims.map(({ id, lane, patient_control_number: number }) => `${number} ${id} ${lane}`);
    const numberOf = new Map(raw.claims.map((claim) => [claim.id, claim.patient_control_number]));
    const expected = [...desk.finalLanes].map(([id, lane]) => `${numberOf.get(id)} ${id} ${lane}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test('every claim has the money of its payments, to the cent', () => {
    const { desk, raw } = facts();
    const payments = recountPayments(desk);
    const moneyOf = (claim: (typeof raw.claims)[number]) => ({
      number: claim.patient_control_number,
      paid: claim.paid,
      owed: claim.patient_responsibility_by ?? nothingOwed,
      patient_responsibility: claim.patient_responsibility,
      denials: claim.denial_reasons ?? [],
      firstPaidOn: claim.first_paid_on,
    });
    const expectedOf = (claim: (typeof raw.claims)[number]) => {
      const own = payments.get(claim.id);
      return {
        number: claim.patient_control_number,
        paid: own?.paid,
        owed: own?.owed ?? nothingOwed,
        patient_responsibility: own && totalOwed(own.owed),
        denials: own?.denials ?? [],
        firstPaidOn: own?.firstPaidOn,
      };
    };
    expect(raw.claims.map(moneyOf)).toEqual(raw.claims.map(expectedOf));
    expect(payments.size).toBeGreaterThan(desk.bills.length / 2);
  });

  test('a claim that was paid twice shows its credit balance, and no other does', () => {
    const { desk, raw } = facts();
    const twice = ofStory(desk, 'paid_twice', 'equal_payments');
    const payments = recountPayments(desk);
    expect(raw.claims.filter(({ credit_balance = 0 }) => credit_balance !== 0)).toHaveLength(twice.length);
    for (const bill of twice) {
      const claim = raw.claims.find(({ id }) => id === bill.id);
      const agreed = bill.charge - sumOf(reductionsOf(bill), contractual);
      expect(claim?.credit_balance).toBe((payments.get(bill.id)?.paid ?? 0) - agreed);
      expect(claim?.conflicts.filter(({ open }: { open?: true }) => open)).toMatchObject([
        { kind: 'overpaid' },
      ]);
    }
  });
}
