/** fatal: the file, group or set cannot be taken; error: the claim or set is rejected; the rest is advice. */
export type Severity = 'fatal' | 'error' | 'warning' | 'information';

export type SnipType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Codes by which an acknowledgment reports the finding (999: IK304, IK403, IK502, AK905; TA1: TA105). */
export interface AcknowledgmentCodes {
  readonly segment?: string;
  readonly element?: string;
  readonly set?: string;
  readonly group?: string;
  readonly interchange?: string;
}

/** The segment or element whose presence or value made another one required (CTX situational trigger). */
export interface SituationalTrigger {
  readonly segment: string;
  readonly index: number;
  readonly loop?: string | undefined;
  readonly element?: number | undefined;
  readonly component?: number | undefined;
  readonly elementRef?: string | undefined;
}

/** What a tolerant reading changed, as text: the bytes as found and the bytes as read. */
export interface Repair {
  readonly before: string;
  readonly after: string;
}

/** One thing wrong, or mended, in a file. Every field that does not apply is absent. */
export interface Finding {
  /** Stable rule id (V009, V053, R203 …): the same in JSON, in the 999 and in a 277CA. */
  readonly id: string;
  /**
   * Names this occurrence in every output: `ST02.segment position.element[-component][.repetition]`, which is
   * AK202, IK302 and IK401 of the 999 that reports it. Of an envelope: `ISA13.GS06.ST02`, as far as it is open, and
   * the segment id.
   */
  readonly reference: string;
  /** Of the fault, not of the rule that found it: whatever the guide itself fixes is at most 2. */
  readonly snip: SnipType;
  readonly severity: Severity;
  /** Says what is wrong and what to do; never holds a value from the file. */
  readonly message: string;
  /** ISA13, GS06 and ST02 as sent. */
  readonly interchange?: string;
  readonly group?: string;
  readonly transaction?: string;
  readonly loop?: string;
  readonly segment?: string;
  /** Position in the transaction set, ST = 1 (IK302). */
  readonly segmentIndex?: number;
  /** Of the segment's first byte, in the file. */
  readonly byteOffset: number;
  readonly element?: number;
  readonly component?: number;
  readonly repetition?: number;
  /** Data element number (IK402), a composite as `C023`. */
  readonly elementRef?: string;
  /** Masked, unless values were asked for. */
  readonly value?: string;
  /** Present where `value` is masked. */
  readonly valueMasked?: true;
  readonly patientControlNumber?: string;
  /** Value of what the guide calls the business unit (CTX01-2 of a 999): CLM01 in an 837P, TRN02 in an 835. */
  readonly businessUnit?: string;
  readonly businessUnitName?: string;
  readonly codes?: AcknowledgmentCodes;
  readonly trigger?: SituationalTrigger;
  readonly repair?: Repair;
  /** Further rule-specific facts (equation terms of a balance and the like); never patient data. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** The response in which the sender of a file is informed of a finding. */
export type ReportingResponse = 'TA1' | '999' | '277CA';

/**
 * Returns the one response that reports a finding. A TA1 reports the interchange. A 999 reports what the
 * implementation guide itself fixes (SNIP types 1 and 2): envelopes, order, usage, repetition, length, form and the
 * code lists that the guide prints. A 277CA reports the rest, claim by claim: balances, situations, external code
 * lists, rules of service and payer.
 */
export function responseFor({ codes, snip }: Pick<Finding, 'codes'> & { snip: number }): ReportingResponse {
  if (codes?.interchange !== undefined) return 'TA1';
  return snip <= 2 ? '999' : '277CA';
}

/**
 * Masks a value for print: letters become A, digits 9, the rest stays, so the shape that made it wrong is still
 * visible.
 */
export function maskValue(value: string): string {
  return value
    .replace(/\p{Lu}|\p{Lt}|\p{Lo}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\p{Nd}/gu, '9');
}
