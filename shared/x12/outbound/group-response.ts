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
 * Which findings refuse what they are found in. `errors`: every error, as the standard has it. `fatal`: only faults
 * of the envelopes, for a receiver that takes faulty claims in to have them mended; errors are then noted (code E).
 */
export type RejectionPolicy = 'errors' | 'fatal';

/** AK905 codes after which the sets of a group are not answered one by one (999.md section 6.3). */
const fatalGroupErrors = new Set(['1', '2', '3', '4', '5', '6']);

/** AK9 of a group. A group that is refused as a whole names none of its sets. */
export function functionalGroupResponse(
  header: GroupHeader,
  trailer: Trailer,
  findings: readonly Finding[],
  sets: readonly TransactionSetResponse[],
  refusal: RejectionPolicy = 'errors',
): FunctionalGroupResponse {
  const errors = distinct(findings.filter(isError).map((finding) => finding.codes?.group ?? ''));
  const isRefused = findings.some(
    (finding) => isRejecting(finding, refusal) && fatalGroupErrors.has(finding.codes?.group ?? ''),
  );
  const accepted = sets.filter((set) => set.accepted).length;
  const code = groupCode(sets, accepted, errors.length > 0);
  const judged = {
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
  return isRefused ? rejectedGroupResponse(judged) : judged;
}

/** The group refused as a whole: none of its sets is answered. */
export function rejectedGroupResponse(group: FunctionalGroupResponse): FunctionalGroupResponse {
  return { ...group, code: 'R', accepted: false, acceptedCount: 0, sets: [] };
}

function groupCode(sets: readonly TransactionSetResponse[], accepted: number, hasErrors: boolean): string {
  if (accepted === 0 && sets.length > 0) return 'R';
  if (accepted < sets.length) return 'P';
  return hasErrors || sets.some((set) => set.code === 'E') ? 'E' : 'A';
}

interface SetResponseOptions {
  readonly refusal: RejectionPolicy;
  /** No guide reads the set, so it is refused. */
  readonly isUnread: boolean;
}

/** AK2 to IK5 of a set: errors reject it, advice lets it pass with errors noted. All findings are of the 999. */
export function transactionSetResponse(
  header: SetHeader,
  findings: readonly Finding[],
  { refusal, isUnread }: SetResponseOptions,
): TransactionSetResponse {
  const inOrder = findings.toSorted((a, b) => (a.segmentIndex ?? 0) - (b.segmentIndex ?? 0));
  const segments = segmentErrors(
    header,
    inOrder.filter((finding) => finding.codes?.set === undefined && finding.segment !== 'ST'),
  );
  const own = inOrder.flatMap((finding) => (isError(finding) ? (finding.codes?.set ?? []) : []));
  const isRejected = isUnread || findings.some((finding) => isRejecting(finding, refusal));
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

/** One IK3 for each bad segment; several element errors of one segment stand under one IK3 with code 8. */
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

/** IK403 for a value that is well formed, and not what the guide asks for: implementation pattern match failure. */
const patternFailure = 'I12';

/** IK403 of faults that one value can have side by side: its length and its characters. */
const ofForm = new Set(['4', '5', '6']);

/**
 * One IK4 for each fault. The guide's findings come first; a rule that stumbles over the same element afterwards has
 * found the same fault.
 */
function addElementError(errors: ElementError[], error: ElementError): void {
  const known = errors.filter((other) => isSamePlace(other, error));
  const isOther = known.every(
    ({ code }) => ofForm.has(code) && ofForm.has(error.code) && code !== error.code,
  );
  if (isOther) errors.push(error);
}

/** An error of a whole element is one of its components and repetitions too. */
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

export function isRejecting(finding: Finding, refusal: RejectionPolicy): boolean {
  return refusal === 'errors' ? isError(finding) : finding.severity === 'fatal';
}

function isError({ severity }: Finding): boolean {
  return severity === 'fatal' || severity === 'error';
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
