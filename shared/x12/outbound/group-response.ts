import {
  type ElementError,
  type ErrorContext,
  elementReference,
  type FunctionalGroupResponse,
  isAcceptance,
  type SegmentError,
  type TransactionSetResponse,
} from '../999/functional-group-response.ts';
import type { GroupHeader, SetHeader, Trailer } from '../engine/consumer.ts';
import type { Finding, SituationalTrigger } from '../findings/finding.ts';

/**
 * Findings that reject their set, group or interchange. `errors`: every error, as in the standard. `fatal`: only faults of
 * envelopes, for a receiver that stores faulty claims as drafts; a set with other errors is accepted with code E.
 */
export type RejectionPolicy = 'errors' | 'fatal';

/** AK905 codes that reject a group without a verdict on its sets. */
const fatalGroupErrors = new Set(['1', '2', '3', '4', '5', '6']);

/** Returns the response to a group. A group with a fault in GS or GE is rejected as a whole. */
export function functionalGroupResponse(
  header: GroupHeader,
  trailer: Trailer,
  findings: readonly Finding[],
  sets: readonly TransactionSetResponse[],
  policy: RejectionPolicy = 'errors',
): FunctionalGroupResponse {
  const errors = distinct(findings.filter(isError).map((finding) => finding.codes?.group ?? ''));
  const isRejected = findings.some(
    (finding) => isRejecting(finding, policy) && fatalGroupErrors.has(finding.codes?.group ?? ''),
  );
  const accepted = sets.filter((set) => set.accepted).length;
  const code = groupCode(sets, accepted, errors.length > 0);
  const response = {
    functionalId: header.functionalId,
    controlNumber: header.controlNumber,
    version: header.version,
    code,
    accepted: isAcceptance(code),
    errors,
    included: trailer.declaredCount ?? 0,
    received: sets.length,
    acceptedCount: accepted,
    sets,
  };
  return isRejected ? rejectedGroupResponse(response) : response;
}

/** Returns the rejection of a whole group, without its sets. */
export function rejectedGroupResponse(group: FunctionalGroupResponse): FunctionalGroupResponse {
  return { ...group, code: 'R', accepted: false, acceptedCount: 0, sets: [] };
}

function groupCode(sets: readonly TransactionSetResponse[], accepted: number, hasErrors: boolean): string {
  if (accepted === 0 && sets.length > 0) return 'R';
  if (accepted < sets.length) return 'P';
  return hasErrors || sets.some((set) => set.code === 'E') ? 'E' : 'A';
}

interface SetResponseOptions {
  readonly policy: RejectionPolicy;
  /** True for a set without a guide, which is rejected. */
  readonly isUnread: boolean;
}

/** Returns the response to a set. Findings that do not reject it are reported with code E. */
export function transactionSetResponse(
  header: SetHeader,
  findings: readonly Finding[],
  { policy, isUnread }: SetResponseOptions,
): TransactionSetResponse {
  const inOrder = findings.toSorted((a, b) => (a.segmentIndex ?? 0) - (b.segmentIndex ?? 0));
  const segments = segmentErrors(
    header,
    inOrder.filter((finding) => finding.codes?.set === undefined && finding.segment !== 'ST'),
  );
  const own = inOrder.flatMap((finding) => (isError(finding) ? (finding.codes?.set ?? []) : []));
  const isRejected = isUnread || findings.some((finding) => isRejecting(finding, policy));
  const code = isRejected ? 'R' : segments.length > 0 || own.length > 0 ? 'E' : 'A';
  return {
    set: header.set,
    controlNumber: header.controlNumber,
    implementation: header.implementation,
    code,
    accepted: isAcceptance(code),
    errors: distinct([...own, ...(segments.length > 0 ? ['5'] : [])]).slice(0, 5),
    segments,
  };
}

/** Returns one IK3 per bad segment. The element errors of a segment share one IK3 with code 8. */
function segmentErrors(header: SetHeader, findings: readonly Finding[]): SegmentError[] {
  const errors: SegmentError[] = [];
  const byPlace = new Map<string, { elements: ElementError[] }>();
  for (const finding of findings) {
    const { segmentIndex: position = 0, segment = '', loop = '' } = finding;
    const isOfElement = finding.element !== undefined;
    const code = isOfElement ? '8' : (finding.codes?.segment ?? 'I6');
    const reference = `${header.controlNumber}.${position}`;
    const key = `${position} ${segment} ${loop}`;
    let open = isOfElement ? byPlace.get(key) : undefined;
    if (open === undefined) {
      const elements: ElementError[] = [];
      open = { elements };
      const triggers = isOfElement ? [] : contexts(finding.trigger);
      errors.push({
        segment,
        position,
        loop,
        code,
        reference,
        triggers,
        businessUnit: unit(finding),
        elements,
      });
      if (isOfElement) byPlace.set(key, open);
    }
    if (isOfElement) addElementError(open.elements, elementError(finding, reference));
  }
  return errors;
}

function elementError(finding: Finding, reference: string): ElementError {
  const { element = 0, component, repetition, elementRef = '', value = '' } = finding;
  const at = { element, component, repetition };
  const code = finding.codes?.element ?? patternFailure;
  return {
    ...at,
    ref: elementRef,
    code,
    value,
    reference: elementReference(reference, at),
    triggers: contexts(finding.trigger),
  };
}

/** IK403 of a well-formed value that the guide does not allow: implementation pattern match failure. */
const patternFailure = 'I12';

/** IK403 of length and character faults, which one value can have together. */
const formFaults = new Set(['4', '5', '6']);

/** Adds one IK4 per fault. A later finding on the same element is the same fault, unless both concern form. */
function addElementError(errors: ElementError[], error: ElementError): void {
  const known = errors.filter((other) => isSamePlace(other, error));
  const isOther = known.every(
    ({ code }) => formFaults.has(code) && formFaults.has(error.code) && code !== error.code,
  );
  if (isOther) errors.push(error);
}

/** An error of a whole element covers its components and repetitions. */
function isSamePlace(one: ElementError, other: ElementError): boolean {
  const isSame = (a: number | undefined, b: number | undefined) =>
    a === b || a === undefined || b === undefined;
  return (
    one.element === other.element &&
    isSame(one.component, other.component) &&
    isSame(one.repetition, other.repetition)
  );
}

function contexts(trigger: SituationalTrigger | undefined): ErrorContext[] {
  if (trigger === undefined) return [];
  const { segment, index: position, loop = '', element, component, elementRef = '' } = trigger;
  return [{ segment, position, loop, element, component, repetition: undefined, ref: elementRef }];
}

function unit({ businessUnit, businessUnitName }: Finding): SegmentError['businessUnit'] {
  return businessUnit && businessUnitName ? [{ name: businessUnitName, value: businessUnit }] : [];
}

export function isRejecting(finding: Finding, policy: RejectionPolicy): boolean {
  return policy === 'errors' ? isError(finding) : finding.severity === 'fatal';
}

function isError({ severity }: Finding): boolean {
  return severity === 'fatal' || severity === 'error';
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
