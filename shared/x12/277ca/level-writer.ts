import { recordWriter } from '../description/loop-writer.ts';
import { elementsOf } from '../description/segment-elements.ts';
import { guide277ca } from '../guides/277ca.ts';
import { compactDate, compactTime, type WriterInput, type X12Writer } from '../writer/writer.ts';
import {
  batchTotals,
  type ClaimContent,
  claimContent,
  levelStatuses,
  type Organization,
  organization,
  type PatientName,
  patientName,
  providerTotals,
  type Receipt,
  receipt,
  type StatusInformation,
  type Totals,
} from './model.ts';

/** Levels above the billing providers. */
export interface ReceiverLevelInput extends WriterInput<Receipt> {
  /** BHT03. */
  readonly reference: string;
  readonly source: WriterInput<Organization>;
  readonly sourceTrace: string;
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
export interface ClaimStatusInput extends WriterInput<ClaimContent> {
  readonly hierarchy?: string | undefined;
  readonly statuses: readonly WriterInput<StatusInformation>[];
}

const writeReceipt = recordWriter(guide277ca, '2200A', receipt);
const writeStatuses = recordWriter(guide277ca, '2200B', levelStatuses);
const writeBatchTotals = recordWriter(guide277ca, '2200B', batchTotals);
const writeProviderTotals = recordWriter(guide277ca, '2200C', providerTotals);
const writeClaim = recordWriter(guide277ca, '2200D', claimContent);

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
    const { received = today, processed = received } = input;
    writeReceipt(writer, { ...input, received, processed });
    this.level(receiverLevel, 1, '21', input.hasProviders ? '1' : '0');
    this.organization(input.receiver);
    writer.segment('TRN', '2', input.batch);
    writeStatuses(writer, { statuses: input.statuses ?? [receivedStatus('PR', input.totals, today)] });
    writeBatchTotals(writer, input.totals);
  }

  provider(number: number, input: ProviderLevelInput): void {
    const { writer } = this;
    this.level(number, receiverLevel, '19', input.hasClaims ? '1' : '0');
    this.organization(input.provider);
    writer.segment('TRN', '1', input.trace ?? '0');
    const statuses = (input.statuses ?? []).map((status) => ({ ...status, date: undefined }));
    writeStatuses(writer, { statuses });
    if (input.taxId !== undefined) writer.segment('REF', 'TJ', input.taxId);
    if (input.totals !== undefined) writeProviderTotals(writer, input.totals);
  }

  patient(number: number, provider: number, person: WriterInput<PatientName> = {}): void {
    this.level(number, provider, 'PT');
    this.writer.segment('NM1', ...elementsOf(patientName, person, { 1: 'QC', 2: '1' }));
  }

  /** Writes loop 2200D for the last patient. */
  claim(claim: ClaimStatusInput): void {
    // Begins the claim, even without a number.
    this.writer.segment('TRN', '2', claim.numbers.trn02);
    writeClaim(this.writer, claim);
  }

  private level(number: number, parent: number | undefined, code: string, child?: string): void {
    this.writer.segment('HL', String(number), parent === undefined ? undefined : String(parent), code, child);
  }

  private organization(of: WriterInput<Organization>): void {
    const type = of.firstName === undefined ? '2' : '1';
    this.writer.segment('NM1', ...elementsOf(organization, of, { 2: type }));
  }
}

/** Returns the STC of a received level (A1:19). The statuses of its claims follow. */
export function receivedStatus(
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
