import type { Mutable } from '../engine/segment-handlers.ts';
import { optionalText, type Position, type Segment } from '../reader/segment.ts';
import { areInConflict, classify, dispositionOfAll } from './classification.ts';
import type { HierarchicalLevel } from './hierarchical-level.ts';
import {
  type ClaimNumbers,
  type ClaimStatus,
  isAbsentNumber,
  type LineStatus,
  numberOf,
  type PatientName,
  type Period,
  readLine,
  type StatusInformation,
  servicePeriod,
} from './model.ts';

const noNumbers: ClaimNumbers = {
  trn02: undefined,
  ref_1k: undefined,
  ref_ej: undefined,
  ref_d9: undefined,
  ref_blt: undefined,
};
const numberFields = ['trn02', 'ref_1k', 'ref_ej', 'ref_d9', 'ref_blt'] as const;

type OpenLine = Mutable<Omit<LineStatus, 'modifiers'>> & Pick<LineStatus, 'modifiers'>;

/** Builds the status of one claim of a patient level. */
export class ClaimStatusBuilder {
  readonly lines: OpenLine[] = [];
  patient: PatientName | undefined;
  /** True after a TRN, even one of zeros. */
  hasTrace = false;
  private readonly statuses: StatusInformation[];
  /** Number of statuses before the last number of the claim. */
  private numbered = 0;
  /** True for a payer that sends each STC before its numbers. */
  private isStatusFirst: boolean;
  private isNumbered = false;
  private readonly provider: HierarchicalLevel;
  private readonly hierarchy: string;
  private readonly position: Position;
  private readonly numbers: Mutable<ClaimNumbers> = { ...noNumbers };
  private period: Period = { serviceDate: undefined, serviceDateEnd: undefined };

  /** @param statuses read before the first segment of the claim */
  constructor(
    provider: HierarchicalLevel,
    hierarchy: string,
    first: Segment,
    statuses: readonly StatusInformation[] = [],
  ) {
    this.provider = provider;
    this.hierarchy = hierarchy;
    this.position = first.position();
    this.statuses = [...statuses];
    this.isStatusFirst = statuses.length > 0;
  }

  get hasStatus(): boolean {
    return this.statuses.length > 0 || this.lines.some(({ statuses }) => statuses.length > 0);
  }

  /** True when some number can name the claim. */
  get hasNumber(): boolean {
    const { trn02, ref_1k, ref_ej, ref_d9 } = this.numbers;
    return [trn02, ref_1k, ref_ej, ref_d9].some((number) => !isAbsentNumber(number));
  }

  /** True when a REF differs from the number of this claim, which already has a status. */
  isOther(ref: Segment): boolean {
    const { trn02, ref_1k } = this.numbers;
    if (!this.hasStatus || ref.is(1, 'BLT')) return false;
    const decides = ref.is(1, '1K') || (trn02 === undefined && ref_1k === undefined);
    const field = numberOf.get(ref.text(1));
    const known = field && this.numbers[field];
    return decides && known !== undefined && known !== optionalText(ref, 2);
  }

  /** All STC of claim and lines. */
  get everyStatus(): readonly StatusInformation[] {
    return [...this.statuses, ...this.lines.flatMap(({ statuses }) => statuses)];
  }

  add(status: StatusInformation): void {
    if (!this.isNumbered) this.isStatusFirst = true;
    this.statuses.push(status);
  }

  /** Removes and returns the statuses of the next claim, where each STC precedes its numbers. */
  takeNext(): readonly StatusInformation[] {
    return this.isStatusFirst && this.numbered > 0 ? this.statuses.splice(this.numbered) : [];
  }

  trace(trn: Segment): void {
    this.hasTrace = true;
    this.numbers.trn02 = optionalText(trn, 2);
    this.countNumber();
  }

  refer(ref: Segment): void {
    const field = numberOf.get(ref.text(1));
    if (field !== undefined) this.numbers[field] = optionalText(ref, 2);
    if (field !== 'ref_blt') this.countNumber();
  }

  private countNumber(): void {
    this.isNumbered = true;
    this.numbered = this.statuses.length;
  }

  /** Adds the numbers, dates and lines of segments that began another claim but belong to this one. */
  absorb(other: ClaimStatusBuilder): void {
    for (const field of numberFields) this.numbers[field] ??= other.numbers[field];
    if (this.period.serviceDate === undefined) this.period = other.period;
    this.lines.push(...other.lines);
  }

  served(dtp: Segment): void {
    if (this.line === undefined) this.period = servicePeriod(dtp);
    else Object.assign(this.line, servicePeriod(dtp));
  }

  startLine(svc: Segment): void {
    this.lines.push(Object.assign(readLine(svc), { statuses: [] }));
  }

  /** REF*FJ or REF*XZ. */
  referLine(ref: Segment): void {
    const field = ref.is(1, 'FJ') ? 'lineControlNumber' : 'prescription';
    if (this.line !== undefined) this.line[field] = ref.text(2);
  }

  get line(): OpenLine | undefined {
    return this.lines.at(-1);
  }

  build(isComplete: boolean): ClaimStatus {
    const { numbers, statuses, provider } = this;
    // Without a status at claim level, those of the lines decide.
    const deciding = statuses.length > 0 ? statuses : this.lines.flatMap((line) => line.statuses);
    const last = deciding.at(-1);
    const { category = '', code = '', entity } = last?.reasons[0] ?? {};
    const classification = classify(category);
    const disposition = dispositionOfAll(deciding);
    const trace = isAbsentNumber(numbers.trn02) ? undefined : numbers.trn02;
    return {
      isComplete,
      hierarchy: this.hierarchy,
      patientControlNumber: numbers.ref_1k ?? trace ?? numbers.ref_ej ?? '',
      taxId: numbers.ref_ej ?? provider.taxId(),
      numbers,
      standard: {
        patientControlNumber: trace ?? numbers.ref_ej ?? numbers.ref_1k,
        payerControlNumber: trace === undefined && numbers.ref_ej === undefined ? undefined : numbers.ref_1k,
        taxId: provider.taxId(),
      },
      billingProvider: provider.isKnown ? provider.about : undefined,
      patient: this.patient,
      statuses,
      category,
      statusCode: code,
      entity,
      action: last?.action,
      amount: last?.amount,
      effectiveDate: last?.date,
      message: last?.message,
      serviceDate: this.period.serviceDate,
      serviceDateEnd: this.period.serviceDateEnd,
      classification,
      disposition,
      conflict: areInConflict(classification, disposition),
      serviceLines: this.lines,
      position: this.position,
    };
  }
}
