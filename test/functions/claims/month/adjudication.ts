import type { ClaimPayment, PaymentAdjustment } from '#x12/835/types.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { line } from '../../../fixtures/x12/remittance.ts';
import { type Bill, payers, sum } from './bills.ts';

type Payment = WriterInput<ClaimPayment>;
export type Reduction = readonly [group: string, reason: string, amount: number];

const adjusted = (parts: readonly Reduction[]): WriterInput<PaymentAdjustment>[] =>
  parts.map(([group, reason, amount]) => ({ group, reason, amount }));

/** Adjustments of the first line by a story; the other line is paid in full. Amounts are cents. */
export function reductionsOf({ story, lines }: Bill): readonly Reduction[] {
  const charge = lines[0]?.charge ?? 0;
  const part = (percent: number) => Math.round((charge * percent) / 100);
  switch (story) {
    case 'copay':
      return [
        ['PR', '3', 2500],
        ['CO', '45', 1001],
      ];
    case 'underpaid':
      return [
        ['CO', '45', part(10)],
        ['CO', '151', part(15)],
        ['PR', '1', part(5)],
      ];
    case 'secondary':
      return [
        ['CO', '45', part(20)],
        ['PR', '2', part(20)],
        ['PR', '1', 1000],
      ];
    case 'reversed':
    case 'reversed_corrected':
      return [
        ['CO', '45', part(10)],
        ['PR', '1', part(10)],
      ];
    case 'twin':
    case 'misspelled':
      return [['PR', '96', part(3)]];
    default:
      return charge % 2 === 0
        ? [['CO', '45', part(20)]]
        : [
            ['CO', '45', part(20)],
            ['PR', '2', part(10)],
          ];
  }
}

/** The payment of a bill whose first line has these adjustments. */
export function payment(bill: Bill, reductions: readonly Reduction[], over: Partial<Payment> = {}): Payment {
  const paid = bill.lines.map(({ code, charge }, n) => {
    const own = n === 0 ? reductions : [];
    return paidLine(bill, { code, charge, own, n });
  });
  return { ...header(bill), paid: sum(paid.map((one) => one.paid)), lines: paid, ...over };
}

/** A denial of every line. */
export function denial(bill: Bill): Payment {
  const lines = bill.lines.map(({ code, charge }, n) =>
    paidLine(bill, { code, charge, own: [['CO', '50', charge]], n }),
  );
  return { ...header(bill), statusCode: '4', paid: 0, lines };
}

/** A payment by the next payer, which states the claim as a whole. */
export function secondPayment(bill: Bill, number: string, earlier: number): Payment {
  const reductions: readonly Reduction[] = [
    ['OA', '23', earlier],
    ['PR', '3', 300],
  ];
  const paid = bill.charge - sum(reductions.map(([, , amount]) => amount));
  const numbers = { patientControlNumber: number, payerControlNumber: `ICN${number}` };
  return { ...header(bill), ...numbers, statusCode: '2', paid, adjustments: adjusted(reductions), lines: [] };
}

/** Takes a payment back: all amounts are negative. */
export const reversal = (of: Payment): Payment => ({
  ...of,
  statusCode: '22',
  charge: -of.charge,
  paid: -of.paid,
  lines: (of.lines ?? []).map((one) => ({
    ...one,
    charge: -one.charge,
    paid: -one.paid,
    adjustments: (one.adjustments ?? []).map((each) => ({ ...each, amount: -each.amount })),
  })),
});

const header = (bill: Bill) => ({
  patientControlNumber: bill.number,
  statusCode: '1',
  charge: bill.charge,
  filingIndicator: bill.payer === payers.plains ? 'CI' : 'MC',
  payerControlNumber: `ICN${bill.number}`,
  frequency: '1',
  patient: {
    ...{ entity: 'QC', type: '1', lastName: bill.person.last, firstName: bill.person.first },
    ...{ idQualifier: 'MI', id: bill.person.member },
  },
});

interface Part {
  readonly code: string;
  readonly charge: number;
  readonly own: readonly Reduction[];
  readonly n: number;
}

const paidLine = ({ day }: Bill, { code, charge, own, n }: Part) =>
  line({
    procedure: { qualifier: 'HC', code },
    ...{ charge, paid: charge - sum(own.map(([, , amount]) => amount)) },
    ...{ serviceFrom: day, serviceTo: day, lineControlNumber: `L${n + 1}` },
    adjustments: adjusted(own),
  });
