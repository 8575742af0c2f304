import type { InterchangeHeader } from '../engine/consumer.ts';
import type { Position } from '../reader/segment.ts';

/** What one 999 set (one ST) says of one functional group. */
export interface FunctionalGroupResponse {
  readonly functionalId: string;
  readonly controlNumber: string;
  readonly version: string;
  /** AK901 as sent, and how it is to be read. */
  readonly code: string;
  readonly accepted: boolean;
  /** AK905 to AK909. */
  readonly errors: readonly string[];
  /** AK902 to AK904. */
  readonly included: number | undefined;
  readonly received: number | undefined;
  readonly acceptedCount: number | undefined;
  readonly sets: readonly TransactionSetResponse[];
}

export interface TransactionSetResponse {
  readonly set: string;
  readonly controlNumber: string;
  readonly implementation: string;
  /** IK501 as sent; empty when the IK5 is missing. */
  readonly code: string;
  readonly accepted: boolean;
  /** IK502 to IK506. */
  readonly errors: readonly string[];
  readonly segments: readonly SegmentError[];
}

export interface SegmentError {
  readonly segment: string;
  /** Position in the acknowledged set, ST = 1. */
  readonly position: number;
  readonly loop: string;
  /** IK304. */
  readonly code: string;
  /** `AK202.IK302`, as the finding that it reports is called. */
  readonly reference: string;
  readonly triggers: readonly ErrorContext[];
  /** Names and values of the business unit, for example CLM01 and the patient control number. */
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
  /** IK404: may hold patient data. */
  readonly value: string;
  readonly reference: string;
  readonly triggers: readonly ErrorContext[];
}

/** CTX "situational trigger": what made the missing thing required. */
export interface ErrorContext {
  readonly segment: string;
  readonly position: number;
  readonly loop: string;
  readonly element: number | undefined;
  readonly component: number | undefined;
  readonly repetition: number | undefined;
  readonly ref: string;
}

/** A 999 set as read, with its place. */
export interface ImplementationAcknowledgment extends FunctionalGroupResponse {
  readonly interchange: InterchangeHeader;
  readonly setControlNumber: string;
  readonly position: Position;
}

/** A and E are acceptances; P is read set by set; everything else rejects. */
export function isAcceptance(code: string): boolean {
  return code === 'A' || code === 'E';
}

/** The reference of an element error, given that of its segment. */
export function elementReference(
  segmentReference: string,
  at: Pick<ElementError, 'element' | 'component' | 'repetition'>,
): string {
  const component = at.component === undefined ? '' : `-${at.component}`;
  const repetition = at.repetition === undefined ? '' : `.${at.repetition}`;
  return `${segmentReference}.${at.element}${component}${repetition}`;
}
