import { unpackJson } from '#claims/packed-json.ts';
import { patientResponsibility } from '#x12/835/balance.ts';
import type { ClaimPayment, PaymentAdjustment, PaymentParty, ServicePayment } from '#x12/835/model.ts';
import { adjustmentReasonText } from '#x12/codes/adjustment-reason-texts.ts';
import { claimPaymentStatus } from '#x12/codes/claim-payment.ts';
import { providerAdjustmentReason } from '#x12/codes/provider-adjustment.ts';
import { remarkText } from '#x12/codes/remark.ts';
import type { StoredPayment, StoredRemittance } from './stored-remittance.ts';

/** A printable document. All texts are plain; a writer escapes them. */
export interface PrintedDocument {
  readonly title: string;
  readonly sections: readonly PrintedSection[];
}

export interface PrintedSection {
  readonly heading: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly tables?: readonly PrintedTable[];
  /** Explanations, one line each. */
  readonly notes?: readonly string[];
}

export interface PrintedTable {
  readonly columns: readonly { readonly title: string; readonly isAmount?: true; readonly share: number }[];
  readonly rows: readonly (readonly string[])[];
}

/** What the patient owes for the visit by all its payers, cents, by number of the payment in the remittance. */
export type OwedByPayment = ReadonlyMap<number, number>;

/**
 * The explanation of benefits for claims of a remittance: payment, claims with lines, adjustments and remarks, provider-level
 * adjustments. It holds names and is only for the screen or the printer.
 */
export function explanationOfBenefits(
  remittance: StoredRemittance,
  payments: readonly StoredPayment[],
  owed: OwedByPayment = new Map(),
): PrintedDocument {
  return {
    title: `Explanation of benefits ${remittance.payment.trace}`.trim(),
    sections: [
      paymentSection(remittance),
      ...payments.map((payment) => claimSection(payment, owed.get(payment.number))),
      ...(remittance.provider_adjustments.length === 0 ? [] : [providerSection(remittance)]),
    ],
  };
}

function paymentSection(remittance: StoredRemittance): PrintedSection {
  const { payment, payer, payee, balance } = remittance;
  const adjusted = remittance.provider_adjustments.reduce((sum, { amount }) => sum + amount, 0);
  return {
    heading: 'Payment',
    facts: known([
      ['Payer', nameWithId(payer.name, payer.id)],
      ['Payee', nameWithId(payee.name, payee.id)],
      ['Date', payment.date ?? ''],
      ['Check or trace number', payment.trace],
      ['Method', methods[payment.method] ?? payment.method],
      ['Claims', String(remittance.claims)],
      ['Charges', money(remittance.charge)],
      ['Paid for claims', money(remittance.paid)],
      ['Provider-level adjustments', money(adjusted === 0 ? 0 : -adjusted)],
      ['Payment', money(payment.amount)],
    ]),
    ...(balance?.balanced === false && {
      notes: ['This remittance does not balance. Granary has not posted what does not add up.'],
    }),
  };
}

const methods: Readonly<Record<string, string>> = {
  ACH: 'Electronic transfer (ACH)',
  CHK: 'Check',
  FWT: 'Wire transfer',
  BOP: 'As the institution chooses',
  NON: 'No payment',
};

function claimSection(
  { content, patient_control_number, number, ...stored }: StoredPayment,
  owed: number | undefined,
): PrintedSection {
  const heading = `Claim ${patient_control_number}`;
  if (content === '') {
    return {
      heading,
      facts: [
        ['Charge', money(stored.charge)],
        ['Paid', money(stored.paid)],
      ],
      notes: ['The details of this claim are too long; they are in the archived file.'],
    };
  }
  const payment = unpackJson<ClaimPayment>(content);
  const adjustments = [...payment.adjustments, ...payment.lines.flatMap((line) => line.adjustments)];
  const status = claimPaymentStatus.entries.get(payment.statusCode)?.text;
  return {
    heading,
    facts: known([
      ['Patient', nameOf(payment.patient)],
      ['Member id', payment.patient?.id ?? ''],
      ['Payer claim number', payment.payerControlNumber],
      ['Status', [payment.statusCode, status].filter(Boolean).join(' ')],
      ['Service', [payment.statementFrom, payment.statementTo].filter(Boolean).join(' to ')],
      ['Charge', money(payment.charge)],
      ['Adjustments', money(adjustments.reduce((sum, { amount }) => sum + amount, 0))],
      ['Paid', money(payment.paid)],
      ['Patient responsibility by this payer', money(patientResponsibility(payment))],
      ['Patient owes for the visit', owed === undefined ? '' : money(owed)],
    ]),
    tables: [
      ...(payment.lines.length === 0 ? [] : [linesTable(payment.lines)]),
      ...(adjustments.length === 0 ? [] : [adjustmentsTable(payment)]),
    ],
    notes: remarksOf(payment),
  };
}

const linesTable = (lines: readonly ServicePayment[]): PrintedTable => ({
  columns: [
    { title: 'Line', share: 6 },
    { title: 'Service date', share: 18 },
    { title: 'Procedure', share: 20 },
    { title: 'Units', share: 8, isAmount: true },
    { title: 'Charge', share: 16, isAmount: true },
    { title: 'Adjusted', share: 16, isAmount: true },
    { title: 'Paid', share: 16, isAmount: true },
  ],
  rows: lines.map((line) => [
    String(line.number),
    [line.serviceDate, line.serviceDateEnd].filter(Boolean).join(' to '),
    [line.procedure.code, ...line.procedure.modifiers].join(' '),
    String(line.units),
    money(line.charge),
    money(line.adjustments.reduce((sum, { amount }) => sum + amount, 0)),
    money(line.paid),
  ]),
});

const adjustmentsTable = (payment: ClaimPayment): PrintedTable => ({
  columns: [
    { title: 'Level', share: 12 },
    { title: 'Reason', share: 12 },
    { title: 'Explanation', share: 58 },
    { title: 'Amount', share: 18, isAmount: true },
  ],
  rows: [
    ...payment.adjustments.map((one) => adjustmentRow('Claim', one)),
    ...payment.lines.flatMap((line) =>
      line.adjustments.map((one) => adjustmentRow(`Line ${line.number}`, one)),
    ),
  ],
});

const adjustmentRow = (level: string, { group, reason, amount }: PaymentAdjustment): readonly string[] => [
  level,
  `${group} ${reason}`,
  [groups[group], adjustmentReasonText(reason)].filter(Boolean).join(': '),
  money(amount),
];

const groups: Readonly<Record<string, string>> = {
  CO: 'Contractual',
  OA: 'Other',
  PI: 'Payer initiated',
  PR: 'Patient responsibility',
  CR: 'Correction',
};

/** Remark codes (RARC) with their texts, each once. */
function remarksOf({ remarks, lines }: ClaimPayment): readonly string[] {
  const ofLines = lines.flatMap((line) =>
    line.remarks.flatMap(({ qualifier, value }) => (qualifier === 'HE' ? value : [])),
  );
  return [...new Set([...remarks, ...ofLines])].map((code) =>
    [code, remarkText(code)].filter(Boolean).join(': '),
  );
}

const providerSection = ({ provider_adjustments }: StoredRemittance): PrintedSection => ({
  heading: 'Provider-level adjustments',
  tables: [
    {
      columns: [
        { title: 'Provider', share: 20 },
        { title: 'Reason', share: 10 },
        { title: 'Explanation', share: 32 },
        { title: 'Reference', share: 20 },
        { title: 'Lowers the payment by', share: 18, isAmount: true },
      ],
      rows: provider_adjustments.map(({ provider, reason, reference = '', amount }) => [
        provider,
        reason,
        providerAdjustmentReason.entries.get(reason)?.text ?? '',
        reference,
        money(amount),
      ]),
    },
  ],
});

const known = (facts: readonly (readonly [string, string])[]) => facts.filter(([, value]) => value !== '');

const nameWithId = (name: string, id: string | undefined): string =>
  id === undefined || id === '' ? name : `${name} (${id})`;

const nameOf = (party: PaymentParty | undefined): string =>
  [party?.lastName, party?.firstName, party?.middleName].filter(Boolean).join(', ');

/** Cents as `1,234.50`. */
function money(cents: number): string {
  const [whole = '', fraction = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
