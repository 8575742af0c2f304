import type {
  ClaimPayment,
  PaymentAdjustment,
  ProviderAdjustment,
  Remittance,
  ServicePayment,
} from '../835/model.ts';
import { type RemittanceEvents, RemittanceReader } from '../835/remittance-set.ts';
import { claimListener } from '../837p/build/claim-listener.ts';
import type { ProfessionalClaim } from '../837p/model/claim.ts';
import type { ServiceLine } from '../837p/model/line.ts';
import { adjustmentReasonText } from '../codes/adjustment-reason-texts.ts';
import { providerAdjustmentReason } from '../codes/provider-adjustment.ts';
import type { FileListener, SetContext } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { feed, type Source } from '../engine/source.ts';
import { allGuides } from '../engine/transactions.ts';
import { X12Error } from '../findings/x12-error.ts';
import { guide835 } from '../guides/835.ts';
import { guide837p } from '../guides/837p.ts';
import { decimalText, fitsDecimal } from '../values/decimal-text.ts';
import { formatCents } from '../values/money.ts';

/** A column of a table whose rows are made from T. */
interface Column<T> {
  readonly name: string;
  /** Returns the cell as it is written. */
  readonly cell: (row: T) => string;
}

/** Text of a file, or an ISO date. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
const text = <T>(name: string, value: (row: T) => string | undefined): Column<T> => ({
  name,
  cell: (row) => quoted(guarded(value(row) ?? '')),
});

/** Several codes, separated by blanks. */
const list = <T>(name: string, values: (row: T) => readonly string[]): Column<T> =>
  text(name, (row) => values(row).join(' '));

/** Integer cents as a decimal with two places. */
const amount = <T>(name: string, value: (row: T) => number | undefined): Column<T> => ({
  name,
  cell: (row) => {
    const cents = value(row);
    return cents === undefined ? '' : formatCents(cents);
  },
});

const number = <T>(name: string, value: (row: T) => number | undefined): Column<T> => ({
  name,
  cell: (row) => {
    const count = value(row);
    if (count === undefined) return '';
    return fitsDecimal(count) ? decimalText(count) : String(count);
  },
});

const flag = <T>(name: string, value: (row: T) => boolean): Column<T> => ({
  name,
  cell: (row) => String(value(row)),
});

function headerRow(columns: readonly Column<never>[]): string {
  return `${columns.map(({ name }) => name).join(',')}\r\n`;
}

function dataRow<T>(columns: readonly Column<T>[], row: T): string {
  return `${columns.map(({ cell }) => cell(row)).join(',')}\r\n`;
}

/** Guards against CSV injection (OWASP), also with full-width signs. */
function guarded(value: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** A remittance in its envelopes. */
interface RemittanceRow {
  readonly context: SetContext;
  readonly remittance: Remittance;
}

interface ClaimPaymentRow extends RemittanceRow {
  readonly claim: ClaimPayment;
}

interface ServicePaymentRow extends ClaimPaymentRow {
  readonly line: ServicePayment;
}

/** An adjustment of a line, of a claim, or of the payment to a provider (PLB). */
interface AdjustmentRow extends RemittanceRow {
  readonly claim?: ClaimPayment;
  readonly line?: ServicePayment;
  readonly adjustment: PaymentAdjustment | ProviderAdjustment;
}

const payment: readonly Column<RemittanceRow>[] = [
  text('interchange', ({ context }) => context.interchange.controlNumber),
  text('transaction', ({ context }) => context.set.controlNumber),
  text('payer', ({ remittance }) => remittance.payer.name),
  text('payee_id', ({ remittance }) => remittance.payee.id),
  text('payment_trace', ({ remittance }) => remittance.payment.trace),
  text('payment_date', ({ remittance }) => remittance.payment.date),
];

const paymentKeys: readonly Column<ClaimPaymentRow>[] = [
  ...payment,
  number('claim_number', ({ claim }) => claim.number),
  text('patient_control_number', ({ claim }) => claim.patientControlNumber),
  text('payer_control_number', ({ claim }) => claim.payerControlNumber),
];

/** One row for each claim payment (CLP). */
const claimPaymentTable: readonly Column<ClaimPaymentRow>[] = [
  ...paymentKeys,
  amount('payment_amount', ({ remittance }) => remittance.payment.amount),
  text('payment_method', ({ remittance }) => remittance.payment.method),
  text('status_code', ({ claim }) => claim.statusCode),
  amount('charge', ({ claim }) => claim.charge),
  amount('paid', ({ claim }) => claim.paid),
  amount('patient_responsibility', ({ claim }) => claim.patientResponsibility),
  text('filing_indicator', ({ claim }) => claim.filingIndicator),
  text('place_of_service', ({ claim }) => claim.facilityType),
  text('frequency', ({ claim }) => claim.frequency),
  text('patient_last_name', ({ claim }) => claim.patient?.lastName),
  text('patient_first_name', ({ claim }) => claim.patient?.firstName),
  text('patient_id', ({ claim }) => claim.patient?.id),
  text('rendering_provider_id', ({ claim }) => claim.renderingProvider?.id),
  text('statement_from', ({ claim }) => claim.statementFrom),
  text('statement_to', ({ claim }) => claim.statementTo),
  text('received', ({ claim }) => claim.received),
  list('remark_codes', ({ claim }) => claim.remarks),
  number('lines', ({ claim }) => claim.lines.length),
  flag('complete', ({ claim }) => claim.isComplete !== false),
];

/** One row for each service line (SVC). */
const servicePaymentTable: readonly Column<ServicePaymentRow>[] = [
  ...paymentKeys,
  number('line_number', ({ line }) => line.number),
  text('procedure_qualifier', ({ line }) => line.procedure.qualifier),
  text('procedure', ({ line }) => line.procedure.code),
  list('modifiers', ({ line }) => line.procedure.modifiers),
  text('revenue_code', ({ line }) => line.revenueCode),
  number('units', ({ line }) => line.units),
  amount('charge', ({ line }) => line.charge),
  amount('paid', ({ line }) => line.paid),
  text('service_from', ({ line }) => line.serviceDate),
  text('service_to', ({ line }) => line.serviceDateEnd ?? line.serviceDate),
  text('line_control_number', ({ line }) => line.lineControlNumber),
  list('remark_codes', ({ line }) => line.remarks.map(({ value }) => value)),
];

/** One row for each adjustment of a CAS or PLB. A positive amount reduces the payment. */
const adjustmentTable: readonly Column<AdjustmentRow>[] = [
  ...payment,
  number('claim_number', ({ claim }) => claim?.number),
  text('patient_control_number', ({ claim }) => claim?.patientControlNumber),
  text('payer_control_number', ({ claim }) => claim?.payerControlNumber),
  text('level', ({ claim, line }) =>
    claim === undefined ? 'provider' : line === undefined ? 'claim' : 'line',
  ),
  number('line_number', ({ line }) => line?.number),
  text('group', ({ adjustment }) => ('group' in adjustment ? adjustment.group : undefined)),
  text('reason', ({ adjustment }) => adjustment.reason),
  text('reason_text', ({ adjustment }) => reasonText(adjustment)),
  amount('amount', ({ adjustment }) => adjustment.amount),
  number('quantity', ({ adjustment }) => ('group' in adjustment ? adjustment.quantity : undefined)),
  text('provider', ({ adjustment }) => ('group' in adjustment ? undefined : adjustment.provider)),
  text('fiscal_period', ({ adjustment }) => ('group' in adjustment ? undefined : adjustment.fiscalPeriod)),
  text('reference', ({ adjustment }) => ('group' in adjustment ? undefined : adjustment.reference)),
];

function reasonText(adjustment: AdjustmentRow['adjustment']): string | undefined {
  return 'group' in adjustment
    ? adjustmentReasonText(adjustment.reason)
    : providerAdjustmentReason.entries.get(adjustment.reason)?.text;
}

interface ServiceLineRow {
  readonly claim: ProfessionalClaim;
  readonly line: ServiceLine;
}

function submittedClaimKeys<T>(of: (row: T) => ProfessionalClaim): readonly Column<T>[] {
  return [
    text('interchange', (row) => of(row).transaction.interchange?.controlNumber),
    text('transaction', (row) => of(row).transaction.set?.controlNumber),
    text('batch', (row) => of(row).transaction.batchId),
    text('billing_provider_id', (row) => of(row).billingProvider.id),
    text('payer_id', (row) => of(row).subscriber.payer?.id),
    text('patient_control_number', (row) => of(row).patientControlNumber),
  ];
}

/** One row for each claim (CLM). */
const claimTable: readonly Column<ProfessionalClaim>[] = [
  ...submittedClaimKeys<ProfessionalClaim>((claim) => claim),
  amount('charge', ({ totalCharge }) => totalCharge),
  text('place_of_service', ({ placeOfService }) => placeOfService),
  text('frequency', ({ frequency }) => frequency),
  text('original_claim_number', ({ references }) => references?.originalClaimNumber),
  text('prior_authorization', ({ references }) => references?.priorAuthorization),
  text('billing_provider', ({ billingProvider }) => billingProvider.lastName),
  text('rendering_provider_id', ({ rendering }) => rendering?.id),
  text('payer', ({ subscriber }) => subscriber.payer?.lastName),
  text('claim_filing', ({ subscriber }) => subscriber.claimFiling),
  text('payer_sequence', ({ subscriber }) => subscriber.payerSequence),
  text('subscriber_id', ({ subscriber }) => subscriber.id),
  text('patient_last_name', ({ patient, subscriber }) => (patient ?? subscriber).lastName),
  text('patient_first_name', ({ patient, subscriber }) => (patient ?? subscriber).firstName),
  text('patient_birth_date', ({ patient, subscriber }) => (patient ?? subscriber).birthDate),
  list('diagnoses', ({ diagnoses }) => diagnoses.map(({ code }) => code)),
  text('service_from', ({ lines }) => first(lines.map(({ serviceDate }) => serviceDate))),
  text('service_to', ({ lines }) => last(lines.map((line) => line.serviceDateEnd ?? line.serviceDate))),
  number('lines', ({ lines }) => lines.length),
  flag('complete', ({ isComplete }) => isComplete !== false),
];

/** One row for each service line (LX). */
const serviceLineTable: readonly Column<ServiceLineRow>[] = [
  ...submittedClaimKeys<ServiceLineRow>(({ claim }) => claim),
  number('line_number', ({ line }) => line.number),
  text('procedure_qualifier', ({ line }) => line.procedure.qualifier),
  text('procedure', ({ line }) => line.procedure.code),
  list('modifiers', ({ line }) => line.procedure.modifiers),
  amount('charge', ({ line }) => line.charge),
  text('unit', ({ line }) => line.unit),
  number('units', ({ line }) => line.quantity),
  text('place_of_service', ({ line, claim }) => line.placeOfService ?? claim.placeOfService),
  text('service_from', ({ line }) => line.serviceDate),
  text('service_to', ({ line }) => line.serviceDateEnd ?? line.serviceDate),
  list('diagnoses', ({ line, claim }) =>
    line.diagnosisPointers.map((pointer) => claim.diagnoses[pointer - 1]?.code ?? `#${pointer}`),
  ),
  text('rendering_provider_id', ({ line, claim }) => line.parties?.rendering?.id ?? claim.rendering?.id),
  text('line_control_number', ({ line }) => line.controlNumber),
];

const days = (dates: readonly (string | undefined)[]): string[] =>
  dates.filter((date) => date !== undefined).sort();

const first = (dates: readonly (string | undefined)[]): string | undefined => days(dates)[0];
const last = (dates: readonly (string | undefined)[]): string | undefined => days(dates).at(-1);

/** Tables of an 835. An 837P has claims and lines. */
export const csvTables = ['claims', 'lines', 'adjustments'] as const;
export type CsvTable = (typeof csvTables)[number];

const headers = {
  '835': { claims: claimPaymentTable, lines: servicePaymentTable, adjustments: adjustmentTable },
  '837P': { claims: claimTable, lines: serviceLineTable, adjustments: undefined },
} as const;

/** Writes the rows of one table from one or several files of one kind. {@link take} returns the text since its last call. */
export class CsvExport {
  private readonly table: CsvTable;
  private readonly hasFileColumn: boolean;
  private file = '';
  private written = '';
  private kind: keyof typeof headers | undefined;
  private error: X12Error | undefined;
  private row: RemittanceRow | undefined;
  private context: SetContext | undefined;

  /** With `hasFileColumn` the first column is the name of the file. */
  constructor(table: CsvTable, hasFileColumn = false) {
    this.table = table;
    this.hasFileColumn = hasFileColumn;
  }

  /** Returns the listeners for the next file, for an engine with all guides. */
  listeners(file = ''): readonly FileListener[] {
    this.file = file;
    const envelopes: FileListener = {
      set: (context) => {
        this.open(context);
        return undefined;
      },
      unreadSet: ({ set, offset }) => this.refuse(set, offset),
    };
    const claims = claimListener({ onClaim: (claim) => this.claim(claim) });
    return [envelopes, claims, new RemittanceReader(this.remittances())];
  }

  take(): string {
    const { written } = this;
    this.written = '';
    return written;
  }

  /** Throws X12Error for a set that the table cannot hold. Call it after the rows before it are taken. */
  check(): void {
    if (this.error !== undefined) throw this.error;
  }

  /** Throws X12Error if the files so far have no table. */
  end(): void {
    this.check();
    if (this.kind === undefined)
      throw new X12Error('other_transaction_set', 'The file has no 835 or 837P; x12 csv writes these');
  }

  private open(context: SetContext): void {
    const { guide, set } = context;
    const kind = guide === guide835 ? '835' : guide === guide837p ? '837P' : undefined;
    if (kind === undefined || (this.kind ?? kind) !== kind) {
      this.refuse(set.set, set.offset);
      return;
    }
    this.context = context;
    if (this.kind !== undefined) return;
    const columns: readonly Column<never>[] | undefined = headers[kind][this.table];
    if (columns === undefined) {
      const message = `An ${kind} has no table ${this.table}; use claims or lines`;
      this.error ??= new X12Error('other_transaction_set', message, set.offset);
      return;
    }
    this.kind = kind;
    this.written += headerRow(this.hasFileColumn ? [text('file', () => undefined), ...columns] : columns);
  }

  /** ST01 may be any text in a damaged file. */
  private refuse(set: string, offset: number): void {
    const name = /^[0-9]{3}$/.test(set) ? set : 'of unknown kind';
    const remedy =
      this.kind === undefined
        ? 'has no table; x12 csv writes 835 and 837P'
        : 'does not fit the table; write each kind separately';
    this.error ??= new X12Error('other_transaction_set', `Transaction set ${name} ${remedy}`, offset);
  }

  private write<T>(columns: readonly Column<T>[], row: T): void {
    if (this.error !== undefined) return;
    const file = text<undefined>('file', () => this.file).cell(undefined);
    this.written += (this.hasFileColumn ? `${file},` : '') + dataRow(columns, row);
  }

  private claim(claim: ProfessionalClaim): void {
    if (this.table === 'claims') this.write(claimTable, claim);
    else for (const line of claim.lines) this.write(serviceLineTable, { claim, line });
  }

  private remittances(): RemittanceEvents {
    return {
      remittance: (remittance: Remittance) => {
        const { context } = this;
        this.row = context && { context, remittance };
      },
      claim: (claim) => {
        const { row } = this;
        if (row !== undefined) this.payment(row, claim);
      },
      end: ({ providerAdjustments }) => {
        const { row } = this;
        if (row === undefined || this.table !== 'adjustments') return;
        for (const adjustment of providerAdjustments) this.write(adjustmentTable, { ...row, adjustment });
      },
    };
  }

  private payment(row: RemittanceRow, claim: ClaimPayment): void {
    if (this.table === 'claims') this.write(claimPaymentTable, { ...row, claim });
    else if (this.table === 'lines') {
      for (const line of claim.lines) this.write(servicePaymentTable, { ...row, claim, line });
    } else {
      for (const adjustment of claim.adjustments) this.write(adjustmentTable, { ...row, claim, adjustment });
      for (const line of claim.lines) {
        for (const adjustment of line.adjustments)
          this.write(adjustmentTable, { ...row, claim, line, adjustment });
      }
    }
  }
}

export interface CsvOptions {
  /** Default: claims. */
  readonly table?: CsvTable;
}

/**
 * Writes an 835 or 837P as CSV (RFC 4180) with a header row. Yields pieces of text while the source is read. Amounts are
 * decimals with two places, dates ISO dates. Throws X12Error for input that is not X12 and for any other set.
 */
export async function* csv(source: Source, { table = 'claims' }: CsvOptions = {}): AsyncGenerator<string> {
  const rows = new CsvExport(table);
  const engine = new X12Engine({ guides: allGuides, listeners: rows.listeners(), validate: false });
  for await (const _ of feed(source, engine)) {
    const text = rows.take();
    if (text !== '') yield text;
    rows.check();
  }
  rows.end();
}
