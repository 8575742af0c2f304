import type { Mutable } from '../engine/segment-handlers.ts';
import { optionalText, type Position, type Segment } from '../reader/segment.ts';
import { areInConflict, classify, dispositionOfAll } from './classification.ts';
import type { HierarchicalLevel } from './hierarchical-level.ts';
import { isAbsentNumber } from './segments.ts';
import type { ClaimNumbers, ClaimStatus, LineStatus, PatientName, StatusInformation } from './types.ts';

/** Builds the status of one claim of a patient level. */
export class ClaimStatusBuilder {
  readonly lines: LineStatusBuilder[] = [];
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
  private readonly numbers: Mutable<ClaimNumbers> = {
    trace: undefined,
    ref1K: undefined,
    refEJ: undefined,
    refD9: undefined,
    billType: undefined,
  };
  private serviceFrom: string | undefined;
  private serviceTo: string | undefined;

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
    const { trace, ref1K, refEJ, refD9 } = this.numbers;
    return [trace, ref1K, refEJ, refD9].some((number) => !isAbsentNumber(number));
  }

  /** True when a REF differs from the number of this claim, which already has a status. */
  isOther(ref: Segment): boolean {
    const { trace, ref1K, refEJ, refD9 } = this.numbers;
    const known = ref.is(1, '1K') ? ref1K : ref.is(1, 'EJ') ? refEJ : ref.is(1, 'D9') ? refD9 : undefined;
    const decides = ref.is(1, '1K') || (trace === undefined && ref1K === undefined);
    return this.hasStatus && decides && known !== undefined && known !== optionalText(ref, 2);
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
    this.numbers.trace = optionalText(trn, 2);
    this.countNumber();
  }

  refer(ref: Segment): void {
    const value = optionalText(ref, 2);
    const { numbers } = this;
    if (ref.is(1, '1K')) numbers.ref1K = value;
    else if (ref.is(1, 'EJ')) numbers.refEJ = value;
    else if (ref.is(1, 'D9')) numbers.refD9 = value;
    else if (ref.is(1, 'BLT')) numbers.billType = value;
    if (!ref.is(1, 'BLT')) this.countNumber();
  }

  private countNumber(): void {
    this.isNumbered = true;
    this.numbered = this.statuses.length;
  }

  /** Merges a claim that is none: adds what this claim lacks. */
  absorb(other: ClaimStatusBuilder): void {
    const { numbers } = this;
    numbers.trace ??= other.numbers.trace;
    numbers.ref1K ??= other.numbers.ref1K;
    numbers.refEJ ??= other.numbers.refEJ;
    numbers.refD9 ??= other.numbers.refD9;
    numbers.billType ??= other.numbers.billType;
    this.serviceFrom ??= other.serviceFrom;
    this.serviceTo ??= other.serviceTo;
    this.lines.push(...other.lines);
  }

  served(dtp: Segment): void {
    if (!dtp.is(1, '472')) return;
    this.serviceFrom = dtp.date(3);
    this.serviceTo = dtp.endDate(3) ?? this.serviceFrom;
  }

  startLine(svc: Segment): void {
    this.lines.push(new LineStatusBuilder(svc));
  }

  get line(): LineStatusBuilder | undefined {
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
    const trace = isAbsentNumber(numbers.trace) ? undefined : numbers.trace;
    return {
      isComplete,
      hierarchy: this.hierarchy,
      patientControlNumber: numbers.ref1K ?? trace ?? numbers.refEJ ?? '',
      taxId: numbers.refEJ ?? provider.taxId(),
      numbers,
      standard: {
        patientControlNumber: trace ?? numbers.refEJ ?? numbers.ref1K,
        payerControlNumber: trace === undefined && numbers.refEJ === undefined ? undefined : numbers.ref1K,
        taxId: provider.taxId(),
      },
      provider: provider.isKnown ? provider.about : undefined,
      patient: this.patient,
      statuses,
      category,
      statusCode: code,
      entity,
      action: last?.action,
      amount: last?.amount,
      effectiveDate: last?.date,
      message: last?.message,
      serviceFrom: this.serviceFrom,
      serviceTo: this.serviceTo,
      classification,
      disposition,
      conflict: areInConflict(classification, disposition),
      lines: this.lines.map((line) => line.build()),
      position: this.position,
    };
  }
}

export class LineStatusBuilder {
  readonly statuses: StatusInformation[] = [];
  private readonly line: Mutable<Omit<LineStatus, 'statuses'>>;

  constructor(svc: Segment) {
    const modifiers = [3, 4, 5, 6].map((component) => svc.component(1, component));
    this.line = {
      qualifier: svc.component(1, 1),
      procedure: svc.component(1, 2),
      modifiers: modifiers.filter((modifier) => modifier !== ''),
      charge: svc.cents(2) ?? 0,
      revenueCode: optionalText(svc, 4),
      units: svc.decimal(7),
      lineControlNumber: undefined,
      prescription: undefined,
      serviceFrom: undefined,
      serviceTo: undefined,
      position: svc.position(),
    };
  }

  refer(ref: Segment): void {
    if (ref.is(1, 'FJ')) this.line.lineControlNumber = ref.text(2);
    else this.line.prescription = ref.text(2);
  }

  served(dtp: Segment): void {
    this.line.serviceFrom = dtp.date(3);
    this.line.serviceTo = dtp.endDate(3) ?? this.line.serviceFrom;
  }

  build(): LineStatus {
    return { ...this.line, statuses: this.statuses };
  }
}
