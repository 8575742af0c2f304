import type { ClaimPayment, PaymentAdjustment } from '#x12/835/model.ts';
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
    case 'crossover':
      return [
        ['CO', '45', part(20)],
        ['PR', '2', part(20)],
      ];
    case 'encounter':
      return [['CO', '45', -part(40)]];
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
export function denial(bill: Bill, [group, reason] = ['CO', '50']): Payment {
  const lines = bill.lines.map(({ code, charge }, n) =>
    paidLine(bill, { code, charge, own: [[group, reason, charge]], n }),
  );
  return { ...header(bill), statusCode: '4', paid: 0, lines };
}

/** A denial of the claim as a duplicate, under another payer number. */
export const refusedDuplicate = (bill: Bill): Payment => ({
  ...denial(bill, ['OA', '18']),
  payerControlNumber: `DUP${bill.number}`,
});

/** The payment of each line as a separate claim. */
export const parts = (bill: Bill): readonly Payment[] =>
  (payment(bill, reductionsOf(bill)).lines ?? []).map((one, n) => ({
    ...header(bill),
    ...{ payerControlNumber: `ICN${bill.number}${n + 1}`, charge: one.charge, paid: one.paid, lines: [one] },
  }));

/** What the next payer leaves of the share of the patient. */
const copay = 300;

/** The share of the patient that the first payer leaves. */
const leftOf = (bill: Bill): number =>
  sum(reductionsOf(bill).map(([group, , amount]) => (group === 'PR' ? amount : 0)));

/** A payment by the next payer, which states its own claim as a whole. */
export function secondPayment(bill: Bill, number: string): Payment {
  const left = leftOf(bill);
  const reductions: readonly Reduction[] = [
    ['OA', '23', bill.charge - left],
    ['PR', '3', copay],
  ];
  const numbers = { patientControlNumber: number, payerControlNumber: `ICN${number}` };
  const adjustments = adjusted(reductions);
  return { ...header(bill), ...numbers, statusCode: '2', paid: left - copay, adjustments, lines: [] };
}

/** A payment by the next payer under the number of the claim, to which the first payer forwarded it. */
export function crossedOver(bill: Bill): Payment {
  const left = leftOf(bill);
  const lines = bill.lines.map(({ code, charge }, n) => {
    const first: readonly Reduction[] = [
      ['OA', '23', charge - left],
      ['PR', '3', copay],
    ];
    return paidLine(bill, { code, charge, own: n === 0 ? first : [['OA', '23', charge]], n });
  });
  const payerControlNumber = `X${bill.number}`;
  return { ...header(bill), payerControlNumber, statusCode: '2', paid: left - copay, lines };
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
    ...{ serviceDate: day, lineControlNumber: `L${n + 1}` },
    adjustments: adjusted(own),
  });
