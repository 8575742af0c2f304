import type { InterchangeHeader } from '../engine/consumer.ts';
import type { Position } from '../reader/segment.ts';

/** AK1 to AK9: the response to one functional group, in one 999 set. */
export interface FunctionalGroupResponse {
  readonly functionalId: string;
  readonly controlNumber: string;
  readonly version: string;
  /** AK901 as sent. */
  readonly code: string;
  readonly accepted: boolean;
  /** AK905 to AK909. */
  readonly errors: readonly string[];
  /** AK902 to AK904. */
  readonly included: number | undefined;
  readonly received: number | undefined;
  readonly acceptedCount: number | undefined;
  readonly sets: readonly TransactionSetResponse[];
  /** Number of AK2 loops beyond the maximum that is kept of a 999 set as read. */
  readonly setsLeftOut?: number;
}

export interface TransactionSetResponse {
  readonly set: string;
  readonly controlNumber: string;
  readonly implementation: string;
  /** IK501 as sent; empty without IK5. */
  readonly code: string;
  readonly accepted: boolean;
  /** IK502 to IK506. */
  readonly errors: readonly string[];
  readonly segments: readonly SegmentError[];
}

export interface SegmentError {
  readonly segment: string;
  /** IK302: position in the acknowledged set, ST = 1. */
  readonly position: number;
  readonly loop: string;
  /** IK304. */
  readonly code: string;
  /** `AK202.IK302`: the reference of the reported finding. */
  readonly reference: string;
  readonly triggers: readonly ErrorContext[];
  /** For example CLM01 and the patient control number. */
  readonly businessUnit: readonly BusinessUnit[];
  readonly elements: readonly ElementError[];
}

export interface BusinessUnit {
  readonly name: string;
  readonly value: string;
}

export interface ElementError {
  readonly element: number;
  readonly component: number | undefined;
  readonly repetition: number | undefined;
  /** Data element number (IK402). */
  readonly ref: string;
  /** IK403. */
  readonly code: string;
  /** IK404; may hold patient data. */
  readonly value: string;
  readonly reference: string;
  readonly triggers: readonly ErrorContext[];
}

/** CTX "situational trigger": the element or segment that made the missing one required. */
export interface ErrorContext {
  readonly segment: string;
  readonly position: number;
  readonly loop: string;
  readonly element: number | undefined;
  readonly component: number | undefined;
  readonly repetition: number | undefined;
  readonly ref: string;
}

/** A 999 set as read. */
export interface ImplementationAcknowledgment extends FunctionalGroupResponse {
  readonly interchange: InterchangeHeader;
  readonly setControlNumber: string;
  readonly position: Position;
}

/** A and E accept. P has a verdict per set. Any other code rejects. */
export function isAcceptance(code: string): boolean {
  return code === 'A' || code === 'E';
}

/** Returns the reference of an element error in a segment. */
export function elementReference(
  segmentReference: string,
  at: Pick<ElementError, 'element' | 'component' | 'repetition'>,
): string {
  const component = at.component === undefined ? '' : `-${at.component}`;
  const repetition = at.repetition === undefined ? '' : `.${at.repetition}`;
  return `${segmentReference}.${at.element}${component}${repetition}`;
}
