import { anyOrderReader, filledFrom } from '../description/any-order-reader.ts';
import type { Filling } from '../description/field.ts';
import { guide277ca } from '../guides/277ca.ts';
import { optionalText, type Segment } from '../reader/segment.ts';
import { areInConflict, classify, dispositionOfAll } from './classification.ts';
import type { HierarchicalLevel } from './hierarchical-level.ts';
import {
  type ClaimNumbers,
  type ClaimStatus,
  claimNumbers,
  claimStatus,
  isAbsentNumber,
  type LineStatus,
  lineStatus,
  type PatientName,
  type StatusInformation,
} from './model.ts';

/** Segments of a claim, its numbers and its lines, by level. */
export const ofClaim = anyOrderReader(guide277ca, '2200D', claimStatus);
const ofNumbers = anyOrderReader(guide277ca, '2200D', claimNumbers);
export const ofLine = anyOrderReader(guide277ca, '2220D', lineStatus);

/** Builds the status of one claim of a patient level. */
export class ClaimStatusBuilder {
  /** True after a TRN, even one of zeros. */
  hasTrace = false;
  /** Number of statuses before the last number of the claim. */
  private numbered = 0;
  /** True for a payer that sends each STC before its numbers. */
  private isStatusFirst: boolean;
  private isNumbered = false;
  private readonly provider: HierarchicalLevel;
  private readonly claim: Filling<ClaimStatus>;
  private readonly numbers: Filling<ClaimNumbers>;

  /** @param statuses read before the first segment of the claim */
  constructor(
    provider: HierarchicalLevel,
    hierarchy: string,
    first: Segment,
    statuses: readonly StatusInformation[] = [],
  ) {
    this.provider = provider;
    this.claim = ofClaim.empty(first.position());
    this.numbers = this.claim.numbers;
    this.claim.hierarchy = hierarchy;
    this.claim.statuses = [...statuses];
    this.claim.serviceLines = [];
    this.isStatusFirst = statuses.length > 0;
  }

  set patient(patient: PatientName | undefined) {
    this.claim.patient = patient;
  }

  get hasStatus(): boolean {
    const { statuses, serviceLines } = this.claim;
    return statuses.length > 0 || serviceLines.some((line) => line.statuses.length > 0);
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
    const field = ofNumbers.fieldOf(ref);
    const known = field && this.numbers[field];
    return decides && known !== undefined && known !== optionalText(ref, 2);
  }

  /** All STC of claim and lines. */
  get everyStatus(): readonly StatusInformation[] {
    const { statuses, serviceLines } = this.claim;
    return [...statuses, ...serviceLines.flatMap((line) => line.statuses)];
  }

  add(status: StatusInformation): void {
    if (!this.isNumbered) this.isStatusFirst = true;
    this.claim.statuses.push(status);
  }

  /** Removes and returns the statuses of the next claim, where each STC precedes its numbers. */
  takeNext(): readonly StatusInformation[] {
    return this.isStatusFirst && this.numbered > 0 ? this.claim.statuses.splice(this.numbered) : [];
  }

  trace(trn: Segment): void {
    this.hasTrace = true;
    this.numbers.trn02 = optionalText(trn, 2);
    this.countNumber();
  }

  refer(ref: Segment): void {
    ofNumbers.read(this.numbers, ref);
    if (!ref.is(1, 'BLT')) this.countNumber();
  }

  private countNumber(): void {
    this.isNumbered = true;
    this.numbered = this.claim.statuses.length;
  }

  /** Adds the numbers, dates and lines of segments that began another claim but belong to this one. */
  absorb(other: ClaimStatusBuilder): void {
    const { claim, numbers } = this;
    const { serviceDate, serviceDateEnd } = claim;
    Object.assign(numbers, filledFrom(numbers, other.numbers));
    Object.assign(claim, filledFrom(claim, other.claim));
    if (serviceDate !== undefined) claim.serviceDateEnd = serviceDateEnd;
    claim.serviceLines.push(...other.claim.serviceLines);
  }

  /** Reads a segment of the last line, or of the claim if it has no line or the line has no such segment. */
  describe(segment: Segment): void {
    const { line, claim } = this;
    if (line !== undefined && ofLine.has(segment)) ofLine.read(line, segment);
    else ofClaim.read(claim, segment);
  }

  startLine(svc: Segment): void {
    const line = ofLine.empty(svc.position());
    ofLine.read(line, svc);
    this.claim.serviceLines.push(line);
  }

  get line(): LineStatus | undefined {
    return this.claim.serviceLines.at(-1);
  }

  build(isComplete: boolean): ClaimStatus {
    const { numbers, claim, provider } = this;
    const { statuses, serviceLines } = claim;
    // Without a status at claim level, those of the lines decide.
    const deciding = statuses.length > 0 ? statuses : serviceLines.flatMap((line) => line.statuses);
    const last = deciding.at(-1);
    const { category = '', code = '', entity } = last?.reasons[0] ?? {};
    const trace = isAbsentNumber(numbers.trn02) ? undefined : numbers.trn02;
    const taxId = provider.taxId();
    claim.isComplete = isComplete;
    claim.patientControlNumber = numbers.ref_1k ?? trace ?? numbers.ref_ej ?? '';
    claim.taxId = numbers.ref_ej ?? taxId;
    claim.standard = {
      patientControlNumber: trace ?? numbers.ref_ej ?? numbers.ref_1k,
      payerControlNumber: trace === undefined && numbers.ref_ej === undefined ? undefined : numbers.ref_1k,
      taxId,
    };
    claim.billingProvider = provider.isKnown ? provider.about : undefined;
    claim.category = category;
    claim.statusCode = code;
    claim.entity = entity;
    claim.action = last?.action;
    claim.amount = last?.amount;
    claim.effectiveDate = last?.date;
    claim.message = last?.message;
    claim.classification = classify(category);
    claim.disposition = dispositionOfAll(deciding);
    claim.conflict = areInConflict(claim.classification, claim.disposition);
    return claim;
  }
}
