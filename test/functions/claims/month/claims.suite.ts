import { expect, test } from '@jest/globals';
import type { Facts } from './play-month.ts';
import { nothingOwed, recountPayments, totalOwed } from './recount-payments.ts';

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

  test('a claim that was paid twice shows its credit balance', () => {
    const { desk, raw } = facts();
    const twice = desk.bills.filter(({ story }) => story === 'paid_twice');
    const payments = recountPayments(desk);
    for (const { id, charge } of twice) {
      const claim = raw.claims.find((one) => one.id === id);
      const paid = payments.get(id)?.paid ?? 0;
      expect(claim?.credit_balance).toBe(Math.max(paid / 2, paid - charge));
      expect(claim?.conflicts.filter(({ open }: { open?: true }) => open)).toMatchObject([
        { kind: 'overpaid' },
      ]);
    }
  });
}
