import type {
  ElementError,
  ErrorContext,
  FunctionalGroupResponse,
  SegmentError,
  TransactionSetResponse,
} from '../999/functional-group-response.ts';
import { printableText } from './printable-text.ts';

/** True when AK1 can name the group. */
export function isNameable({ functionalId, version }: GroupName): boolean {
  const known = fitVersion(functionalId, version);
  return known !== '' && /^[A-Z0-9]{2}$/.test(fitFunctionalId(functionalId, known));
}

type GroupName = Pick<FunctionalGroupResponse, 'functionalId' | 'version'>;

/**
 * Fits the response to a nameable group into the lengths and characters of a 999, because ids and numbers of a faulty
 * file may be too long or empty.
 */
export function fitGroupResponse(
  group: Omit<FunctionalGroupResponse, 'sets'>,
): Omit<FunctionalGroupResponse, 'sets'> {
  const version = fitVersion(group.functionalId, group.version);
  const functionalId = fitFunctionalId(group.functionalId, version);
  const isNumber = /^\d{1,9}$/.test(group.controlNumber);
  return {
    ...group,
    functionalId,
    included: fitCount(group.included),
    received: fitCount(group.received),
    acceptedCount: fitCount(group.acceptedCount),
    version,
    controlNumber: isNumber ? group.controlNumber : '0',
    errors: isNumber ? group.errors : [...new Set([...group.errors, '6'])],
  };
}

/** AK902 to AK904 have at most six digits. */
function fitCount(count: number | undefined): number | undefined {
  return count === undefined ? undefined : Math.min(count, 999_999);
}

/** AK201 by AK101. */
const setOfGroup: Readonly<Record<string, string>> = {
  BE: '834',
  HB: '271',
  HC: '837',
  HI: '278',
  HN: '277',
  HP: '835',
  HR: '276',
  HS: '270',
  RA: '820',
};

/** AK101 and AK103 of the supported guides, by the start of the version. */
const groupOfVersion: readonly (readonly [start: string, functionalId: string, version: string])[] = [
  ['005010X222', 'HC', '005010X222A1'],
  ['005010X221', 'HP', '005010X221A1'],
  ['005010X214', 'HN', '005010X214'],
  ['005010X212', 'HR', '005010X212'],
];

/** AK103 is required: an empty GS08 becomes the supported version of its GS01. */
function fitVersion(functionalId: string, version: string): string {
  const known = printableText(version, 12);
  if (known !== '') return known;
  return groupOfVersion.find(([, id]) => id === functionalId)?.[2] ?? '';
}

/** AK101 has no code for a wrong GS01: the version names the group, and AK905 reports the fault. */
function fitFunctionalId(functionalId: string, version: string): string {
  if (functionalId in setOfGroup) return functionalId;
  return groupOfVersion.find(([start]) => version.startsWith(start))?.[1] ?? functionalId;
}

const setsOfGuide = new Set(Object.values(setOfGroup));

/** Fits the response to one set of the group. */
export function fitSetResponse(
  set: TransactionSetResponse,
  { functionalId, version }: GroupName,
): TransactionSetResponse {
  const ofGroup = setOfGroup[fitFunctionalId(functionalId, printableText(version, 12))];
  return {
    ...set,
    // AK201 has no code for a wrong ST01: the group names the set, and IK502 reports the fault.
    set: setsOfGuide.has(set.set) ? set.set : (ofGroup ?? '837'),
    controlNumber: printableText(set.controlNumber, 9).padStart(4, '0'),
    implementation: printableText(set.implementation, 35),
    segments: set.segments.map(fitSegment),
  };
}

function fitSegment(error: SegmentError): SegmentError {
  return {
    ...error,
    segment: segmentId(error.segment),
    loop: printableText(error.loop, 4),
    triggers: error.triggers.map(fitContext),
    businessUnit: error.businessUnit
      .map(({ name, value }) => ({ name, value: printableText(value, 35) }))
      .filter(({ value }) => value !== ''),
    elements: error.elements.map(fitElement),
  };
}

function fitElement(error: ElementError): ElementError {
  return {
    ...error,
    element: Math.min(error.element, 99),
    component: error.component === undefined ? undefined : Math.min(error.component, 99),
    ref: dataElement(error.ref),
    value: printableText(error.value, 99),
    triggers: error.triggers.map(fitContext),
  };
}

function fitContext(context: ErrorContext): ErrorContext {
  return { ...context, loop: printableText(context.loop, 4), ref: dataElement(context.ref) };
}

/** IK402 is a data element number, which a composite does not have. */
function dataElement(ref: string): string {
  return /^\d{1,4}$/.test(ref) ? ref : '';
}

/** IK301 has two or three characters; a misspelt id may have fewer or more. */
function segmentId(id: string): string {
  const text = id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 3);
  return text.length < 2 ? 'UNK' : text;
}
