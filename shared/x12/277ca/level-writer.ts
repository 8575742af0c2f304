import { elementsOf } from '../description/segment-elements.ts';
import { amountText, compactDate, compactTime, type WriterInput, type X12Writer } from '../writer/writer.ts';
import {
  type ClaimNumbers,
  type LineStatus,
  lineStatus,
  numberOf,
  type Organization,
  organization,
  type PatientName,
  patientName,
  type StatusInformation,
  statusInformation,
  type Totals,
} from './model.ts';

/** Levels above the billing providers. */
export interface ReceiverLevelInput {
  /** BHT03. */
  readonly reference: string;
  readonly source: WriterInput<Organization>;
  readonly sourceTrace: string;
  /** `YYYY-MM-DD`; default: the day of writing. */
  readonly received?: string | undefined;
  readonly processed?: string | undefined;
  readonly receiver: WriterInput<Organization>;
  /** BHT03 of the 837. */
  readonly batch: string;
  /** Statuses of the batch; default: a receipt (A1:19:PR). */
  readonly statuses?: readonly WriterInput<StatusInformation>[] | undefined;
  readonly totals: WriterInput<Totals>;
  readonly hasProviders: boolean;
}

/** A billing provider without its claims. */
export interface ProviderLevelInput {
  readonly provider: WriterInput<Organization>;
  /** TRN02; default "0". */
  readonly trace?: string | undefined;
  /** Statuses of the provider as a whole. */
  readonly statuses?: readonly WriterInput<StatusInformation>[] | undefined;
  readonly taxId?: string | undefined;
  readonly totals?: WriterInput<Totals> | undefined;
  readonly hasClaims: boolean;
}

/** Status of one claim. Adjacent claims with the same `hierarchy` share a patient level. */
export interface ClaimStatusInput {
  readonly hierarchy?: string | undefined;
  readonly patient?: WriterInput<PatientName> | undefined;
  readonly numbers: WriterInput<ClaimNumbers>;
  readonly statuses: readonly WriterInput<StatusInformation>[];
  readonly serviceDate?: string | undefined;
  readonly serviceDateEnd?: string | undefined;
  readonly serviceLines?: readonly WriterInput<LineStatus>[] | undefined;
}

/** HL01 of the receiver level. Levels of providers and patients have higher numbers. */
export const receiverLevel = 2;

/** Writes the levels of one 277CA set. The caller numbers providers and patients. */
export class LevelWriter {
  private readonly writer: X12Writer;
  private readonly moment: Date;

  constructor(writer: X12Writer, moment: Date) {
    this.writer = writer;
    this.moment = moment;
  }

  /** Writes BHT, source (HL 1) and receiver (HL 2). */
  head(input: ReceiverLevelInput): void {
    const { writer, moment } = this;
    const today = moment.toISOString().slice(0, 10);
    writer.segment('BHT', '0085', '08', input.reference, compactDate(moment), compactTime(moment), 'TH');
    this.level(1, undefined, '20', '1');
    this.organization(input.source);
    writer.segment('TRN', '1', input.sourceTrace);
    this.period('050', input.received ?? today);
    this.period('009', input.processed ?? input.received ?? today);
    this.level(receiverLevel, 1, '21', input.hasProviders ? '1' : '0');
    this.organization(input.receiver);
    writer.segment('TRN', '2', input.batch);
    for (const status of input.statuses ?? [receipt('PR', input.totals, today)]) this.status(status);
    this.totals(input.totals, '90', 'AA');
  }

  provider(number: number, input: ProviderLevelInput): void {
    const { writer } = this;
    this.level(number, receiverLevel, '19', input.hasClaims ? '1' : '0');
    this.organization(input.provider);
    writer.segment('TRN', '1', input.trace ?? '0');
    for (const status of input.statuses ?? []) this.status({ ...status, date: undefined });
    if (input.taxId !== undefined) writer.segment('REF', 'TJ', input.taxId);
    if (input.totals !== undefined) this.totals(input.totals, 'QA', 'QC');
  }

  patient(number: number, provider: number, person: WriterInput<PatientName> = {}): void {
    this.level(number, provider, 'PT');
    this.writer.segment('NM1', ...elementsOf(patientName, person, { 1: 'QC', 2: '1' }));
  }

  /** Writes loop 2200D for the last patient. */
  claim({ numbers, statuses, serviceLines = [], ...claim }: ClaimStatusInput): void {
    this.writer.segment('TRN', '2', numbers.trn02);
    for (const status of statuses) this.status(status);
    for (const [qualifier, field] of numberOf) this.reference(qualifier, numbers[field]);
    this.period('472', claim.serviceDate, claim.serviceDateEnd);
    for (const line of serviceLines) this.line(line);
  }

  private line(line: WriterInput<LineStatus>): void {
    this.writer.segment('SVC', ...elementsOf(lineStatus, line));
    for (const status of line.statuses ?? []) this.status(status);
    this.reference('FJ', line.lineControlNumber);
    this.reference('XZ', line.prescription);
    this.period('472', line.serviceDate, line.serviceDateEnd);
  }

  private level(number: number, parent: number | undefined, code: string, child?: string): void {
    this.writer.segment('HL', String(number), parent === undefined ? undefined : String(parent), code, child);
  }

  private organization(of: WriterInput<Organization>): void {
    const type = of.firstName === undefined ? '2' : '1';
    this.writer.segment('NM1', ...elementsOf(organization, of, { 2: type }));
  }

  private status(status: WriterInput<StatusInformation>): void {
    this.writer.segment('STC', ...elementsOf(statusInformation, status));
  }

  private totals(totals: WriterInput<Totals>, accepted: string, rejected: string): void {
    const { writer } = this;
    if (totals.accepted !== undefined) writer.segment('QTY', accepted, String(totals.accepted));
    if (totals.rejected !== undefined) writer.segment('QTY', rejected, String(totals.rejected));
    if (totals.acceptedAmount !== undefined) writer.segment('AMT', 'YU', amountText(totals.acceptedAmount));
    if (totals.rejectedAmount !== undefined) writer.segment('AMT', 'YY', amountText(totals.rejectedAmount));
  }

  private reference(qualifier: string, value: string | undefined): void {
    if (value !== undefined) this.writer.segment('REF', qualifier, value);
  }

  private period(qualifier: string, from: string | undefined, to: string | undefined = from): void {
    if (from === undefined) return;
    const [first, last] = [from, to ?? from].map((day) => day.replaceAll('-', ''));
    if (first === last) this.writer.segment('DTP', qualifier, 'D8', first);
    else this.writer.segment('DTP', qualifier, 'RD8', `${first}-${last}`);
  }
}

/** Returns the STC of a received level (A1:19). The statuses of its claims follow. */
export function receipt(
  entity: string,
  totals: WriterInput<Totals>,
  date: string | undefined,
): WriterInput<StatusInformation> {
  const amount = safeCents((totals.acceptedAmount ?? 0) + (totals.rejectedAmount ?? 0));
  return { reasons: [{ category: 'A1', code: '19', entity }], date, action: 'WQ', amount };
}

/** Limits a sum of damaged charges to integers that a number represents exactly. */
export const safeCents = (cents: number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(cents, Number.MAX_SAFE_INTEGER));
