import type { PaymentAdjustment } from '#x12/835/model.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { Scenario } from './scenario.ts';

/** Shares of a charge in cents. Their sum is the charge. */
export interface Shares {
  readonly paid: number;
  readonly adjustments: readonly Pick<PaymentAdjustment, 'group' | 'reason' | 'amount'>[];
}

export function sharesOf(scenario: Scenario, charge: number): Shares {
  switch (scenario) {
    case 'denied':
      // CO 50: not a medical necessity.
      return { paid: 0, adjustments: adjusted([['CO', '50', charge]]) };
    case 'partly_paid': {
      const contractual = Math.round(charge * 0.2);
      const copayment = Math.round(charge * 0.1);
      const unsupported = Math.round(charge * 0.1);
      return {
        paid: charge - contractual - copayment - unsupported,
        adjustments: adjusted([
          ['CO', '45', contractual],
          ['CO', '151', unsupported],
          ['PR', '3', copayment],
        ]),
      };
    }
    default:
      return { paid: charge, adjustments: [] };
  }
}

export const adjusted = (parts: readonly (readonly [string, string, number])[]) =>
  parts.map(([group, reason, amount]) => ({ group, reason, amount })).filter(({ amount }) => amount !== 0);

interface Amounts {
  readonly charge: number;
  readonly paid: number;
}

/**
 * The payer claim control number: the place of the claim, and its amounts in cents, because the test payer remembers nothing, and
 * takes back what it paid when a correction or void names the number.
 *
 * @param place digits of the interchange and of the claim in it
 */
export function payerNumber(place: string, { lines }: ProfessionalClaim, scenario: Scenario): string {
  const charges = lines.map(({ charge = 0 }) => charge);
  const paid = charges.map((charge) => sharesOf(scenario, charge).paid);
  const digits = (amounts: readonly number[]) =>
    String(amounts.reduce((sum, amount) => sum + amount, 0)).padStart(amountDigits, '0');
  return `ICN${place}${digits(charges)}${digits(paid)}`;
}

const amountDigits = 9;

/** The amounts in a number of the test payer; undefined for any other. */
export function amountsIn(number: string): Amounts | undefined {
  const [, charge, paid] = /^ICN\d{14}(\d{9})(\d{9})$/.exec(number) ?? [];
  return charge === undefined || paid === undefined
    ? undefined
    : { charge: Number(charge), paid: Number(paid) };
}
