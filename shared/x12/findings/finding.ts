/** fatal: the file, group or set is refused. error: the claim or set is rejected. Other severities are advice. */
export type Severity = 'fatal' | 'error' | 'warning' | 'information';

export type SnipType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Codes that report the finding in an acknowledgment (999: IK304, IK403, IK502, AK905; TA1: TA105). */
export interface AcknowledgmentCodes {
  readonly segment?: string;
  readonly element?: string;
  readonly set?: string;
  readonly group?: string;
  readonly interchange?: string;
}

/** The segment or element that makes another one required (CTX situational trigger). */
export interface SituationalTrigger {
  readonly segment: string;
  readonly index: number;
  readonly loop?: string | undefined;
  readonly element?: number | undefined;
  readonly component?: number | undefined;
  readonly elementRef?: string | undefined;
}

/** A change of the tolerant reader: the bytes as found and as read. */
export interface Repair {
  readonly before: string;
  readonly after: string;
}

/** One fault or repair in a file. Fields that do not apply are absent. */
export interface Finding {
  /** Stable rule id, such as V009 or R203; the same in JSON, 999 and 277CA. */
  readonly id: string;
  /**
   * Identifies this occurrence in every output: `ST02.position.element[-component][.repetition]`, as in AK202, IK302 and
   * IK401 of the 999. For an envelope: the open ones of `ISA13.GS06.ST02`, and the segment id.
   */
  readonly reference: string;
  /** SNIP type of the fault. Rules that the guide itself prints have type 1 or 2. */
  readonly snip: SnipType;
  readonly severity: Severity;
  /** States the fault and the remedy, without values from the file. */
  readonly message: string;
  /** ISA13, GS06 and ST02 as sent. */
  readonly interchange?: string;
  readonly group?: string;
  readonly transaction?: string;
  readonly loop?: string;
  readonly segment?: string;
  /** Position in the transaction set, ST = 1 (IK302). */
  readonly segmentIndex?: number;
  /** Offset of the segment's first byte in the file. */
  readonly byteOffset: number;
  readonly element?: number;
  readonly component?: number;
  readonly repetition?: number;
  /** Data element number (IK402); `C023` for a composite. */
  readonly elementRef?: string;
  /** Masked by default. */
  readonly value?: string;
  readonly valueMasked?: true;
  readonly patientControlNumber?: string;
  /** Value of the guide's business unit (CTX01-2 of a 999): CLM01 in an 837P, TRN02 in an 835. */
  readonly businessUnit?: string;
  readonly businessUnitName?: string;
  readonly codes?: AcknowledgmentCodes;
  readonly trigger?: SituationalTrigger;
  readonly repair?: Repair;
  /** Further facts of the rule, such as the terms of a balance; never patient data. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** The response that reports a finding to the sender of a file. */
export type ReportingResponse = 'TA1' | '999' | '277CA';

/**
 * Returns the one response that reports a finding. A TA1 reports faults of the interchange. A 999 reports faults against
 * the implementation guide itself (SNIP types 1 and 2): envelopes, order, usage, repetition, length, form and the code
 * lists that the guide prints. A 277CA reports all other faults, claim by claim: balances, situations, external code
 * lists, rules of service and payer.
 */
export function responseFor({ codes, snip }: Pick<Finding, 'codes'> & { snip: number }): ReportingResponse {
  if (codes?.interchange !== undefined) return 'TA1';
  return snip <= 2 ? '999' : '277CA';
}

/**
 * Masks a value for output. Letters become A or a, digits 9, and other characters stay, so that a wrong format is still
 * visible.
 */
export function maskValue(value: string): string {
  return value
    .replace(/\p{Lu}|\p{Lt}|\p{Lo}/gu, 'A')
    .replace(/\p{Ll}/gu, 'a')
    .replace(/\p{Nd}/gu, '9');
}
