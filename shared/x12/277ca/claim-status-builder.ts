import { anyOrderReader, filledFrom } from '../description/any-order-reader.ts';
import { guide277ca } from '../guides/277ca.ts';
import { optionalText, type Position, type Segment } from '../reader/segment.ts';
import { areInConflict, classify, dispositionOfAll } from './classification.ts';
import type { HierarchicalLevel } from './hierarchical-level.ts';
import {
  type ClaimStatus,
  claimContent,
  claimNumbers,
  isAbsentNumber,
  type LineStatus,
  lineStatus,
  type PatientName,
  type StatusInformation,
} from './model.ts';

/** Segments of a claim, its numbers and its lines, by level. */
export const ofClaim = anyOrderReader(guide277ca, '2200D', claimContent);
const ofNumbers = anyOrderReader(guide277ca, '2200D', claimNumbers);
export const ofLine = anyOrderReader(guide277ca, '2220D', lineStatus);

/** Builds the status of one claim of a patient level. */
export class ClaimStatusBuilder {
  readonly lines: LineStatus[] = [];
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
  private numbers = ofNumbers.empty();
  /** Without what this builder keeps itself. */
  private content = ofClaim.empty();

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
    const changed = { ...this.numbers };
    ofNumbers.read(changed, ref);
    const after = new Map(Object.entries(changed));
    return (
      decides &&
      Object.entries(this.numbers).some(([name, one]) => one !== undefined && after.get(name) !== one)
    );
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
    this.numbers = { ...this.numbers, trn02: optionalText(trn, 2) };
    this.countNumber();
  }

  refer(ref: Segment): void {
    ofNumbers.read(this.numbers, ref);
    if (!ref.is(1, 'BLT')) this.countNumber();
  }

  private countNumber(): void {
    this.isNumbered = true;
    this.numbered = this.statuses.length;
  }

  /** Adds the numbers, dates and lines of segments that began another claim but belong to this one. */
  absorb(other: ClaimStatusBuilder): void {
    const { serviceDate, serviceDateEnd } = this.content;
    this.numbers = filledFrom(this.numbers, other.numbers);
    const merged = filledFrom(this.content, other.content);
    this.content = serviceDate === undefined ? merged : { ...merged, serviceDateEnd };
    this.lines.push(...other.lines);
  }

  /** Reads a segment of the last line, or of the claim if it has no line or the line has no such segment. */
  describe(segment: Segment): void {
    const { line, content } = this;
    if (line !== undefined && ofLine.has(segment)) ofLine.read(line, segment);
    else ofClaim.read(content, segment);
  }

  startLine(svc: Segment): void {
    const line = ofLine.empty(svc.position());
    ofLine.read(line, svc);
    this.lines.push(line);
  }

  get line(): LineStatus | undefined {
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
      ...this.content,
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
      classification,
      disposition,
      conflict: areInConflict(classification, disposition),
      serviceLines: this.lines,
      position: this.position,
    };
  }
}
