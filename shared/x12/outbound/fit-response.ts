import type {
  ElementError,
  ErrorContext,
  FunctionalGroupResponse,
  SegmentError,
  TransactionSetResponse,
} from '../999/functional-group-response.ts';

/** Whether AK1 can name the group. */
export function isNameable({ functionalId, version }: GroupName): boolean {
  const known = fitVersion(functionalId, version);
  return known !== '' && /^[A-Z0-9]{2}$/.test(fitFunctionalId(functionalId, known));
}

type GroupName = Pick<FunctionalGroupResponse, 'functionalId' | 'version'>;

/**
 * Brings an acknowledgment of a faulty file into the lengths and characters a 999 has: the file's own numbers and
 * ids may be too long, empty or no text at all. The group has to be nameable.
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

/** AK902 to AK904 take six digits; what a GE claims may have more. */
function fitCount(count: number | undefined): number | undefined {
  return count === undefined ? undefined : Math.min(count, 999_999);
}

/** The sets that AK201 can name, by the functional group (AK101) that they belong to. */
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

/** The groups of the guides that are read here, by the beginning of their version, and that version. */
const groupOfVersion: readonly (readonly [start: string, functionalId: string, version: string])[] = [
  ['005010X222', 'HC', '005010X222A1'],
  ['005010X221', 'HP', '005010X221A1'],
  ['005010X214', 'HN', '005010X214'],
];

/** AK103 is required: an empty GS08 is answered with the version that GS01 has here, and AK905 2. */
function fitVersion(functionalId: string, version: string): string {
  const known = cut(version, 12);
  if (known !== '') return known;
  return groupOfVersion.find(([, id]) => id === functionalId)?.[2] ?? '';
}

/** AK101 has no code for a wrong GS01: the group is named as its version has it, and AK905 says what is wrong. */
function fitFunctionalId(functionalId: string, version: string): string {
  if (functionalId in setOfGroup) return functionalId;
  return groupOfVersion.find(([start]) => version.startsWith(start))?.[1] ?? functionalId;
}

const setsOfGuide = new Set(Object.values(setOfGroup));

/** The same for one set of the group with this GS01 and GS08. */
export function fitSetResponse(
  set: TransactionSetResponse,
  { functionalId, version }: GroupName,
): TransactionSetResponse {
  const ofGroup = setOfGroup[fitFunctionalId(functionalId, cut(version, 12))];
  return {
    ...set,
    // A wrong ST01 has no code here: the set is named as its group has it, by ST02, and IK502 says what is wrong.
    set: setsOfGuide.has(set.set) ? set.set : (ofGroup ?? '837'),
    controlNumber: cut(set.controlNumber, 9).padStart(4, '0'),
    implementation: cut(set.implementation, 35),
    segments: set.segments.map(fitSegment),
  };
}

function fitSegment(error: SegmentError): SegmentError {
  return {
    ...error,
    segment: segmentId(error.segment),
    loop: cut(error.loop, 4),
    triggers: error.triggers.map(fitContext),
    businessUnit: error.businessUnit
      .map(({ name, value }) => ({ name, value: cut(value, 35) }))
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
    value: cut(error.value, 99),
    triggers: error.triggers.map(fitContext),
  };
}

function fitContext(context: ErrorContext): ErrorContext {
  return { ...context, loop: cut(context.loop, 4), ref: dataElement(context.ref) };
}

/** IK402 takes a data element number; a composite has none. */
function dataElement(ref: string): string {
  return /^\d{1,4}$/.test(ref) ? ref : '';
}

/** IK301 takes two or three characters, which a misspelt id may not have. */
function segmentId(id: string): string {
  const text = id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 3);
  return text.length < 2 ? 'UNK' : text;
}

/** Characters of the X12 sets, others become a question mark; no blanks at either end, also where it was cut. */
function cut(text: string, length: number): string {
  return text
    .replace(/[^ -~]/gu, '?')
    .trim()
    .slice(0, length)
    .trim();
}
