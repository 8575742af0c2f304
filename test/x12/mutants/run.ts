import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import { acknowledgmentFile, acknowledgment as statusFile } from '#test/fixtures/x12/acknowledgment.ts';
import {
  ambulanceClaim,
  dependentVisit,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import {
  claimStatus,
  deniedStatus,
  dependentRequest,
  failedRequest,
  request,
  requestFile,
  responseFile,
} from '#test/fixtures/x12/claim-status.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import { guide276 } from '#x12/guides/276.ts';
import { guide277 } from '#x12/guides/277.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { exampleOf } from './guide-example.ts';
import { type Elements, parseSet } from './guide-oracle.ts';
import { mutantsOf } from './mutations.ts';
import { assess, proseEdits } from './trial.ts';

/** Result of a run. `wrong` lists responses that contradict the guide. */
export interface MutantReport {
  readonly mutants: number;
  /** Number of mutants that violate the guide. */
  readonly broken: number;
  readonly wrong: readonly string[];
}

/** A file with one thing broken. */
export interface BrokenFile {
  readonly name: string;
  readonly text: string;
  /** True when it violates the guide. */
  readonly isBroken: boolean;
  /** True for a fault after the interchange, for which no response can reject it. */
  readonly isBehind: boolean;
  /** The expected IK4, `position.element code`. */
  readonly elementError: string | undefined;
}

/** Yields every `step`th mutant of all valid files. */
export function* brokenFiles(step: number): Generator<BrokenFile> {
  let count = 0;
  for (const file of validFiles) {
    for (const make of makersOf(file)) if (count++ % step === 0) yield make();
  }
}

/** Returns the number of all mutants. */
export function countMutants(): number {
  let count = 0;
  for (const file of validFiles) for (const _ of makersOf(file)) count++;
  return count;
}

/** Creates a mutant only when it is needed. */
function* makersOf({ name, guide, segments }: ValidFile): Generator<() => BrokenFile> {
  const placed = parseSet(guide, segments);
  if (placed === undefined) throw new Error(`${name} is not valid by its guide`);
  const isBroken = (set: readonly Elements[]) => parseSet(guide, set) === undefined;
  for (const mutant of mutantsOf(placed)) {
    yield () => ({
      name: `${name}: ${mutant.name}`,
      text: textOf(wrapped(guide, mutant.segments)),
      isBroken: isBroken(mutant.segments),
      isBehind: false,
      elementError: mutant.elementError,
    });
  }
  for (const mutant of envelopeMutantsOf(wrapped(guide, segments))) {
    const { isBehind } = mutant;
    const text = textOf(mutant.segments);
    yield () => ({
      ...{ name: `${name}: ${mutant.name}`, text, isBroken: true, isBehind },
      elementError: undefined,
    });
  }
}

/**
 * Tests `cases` mutants of valid files. `validate` must find and `ack` must not accept a violation of the guide. `ack`
 * rejects other mutants only for rules that the guide states in prose. A rejected interchange accepts nothing. A broken
 * element gets one IK4 with the code of the standard.
 */
export async function runMutants(
  cases: number,
  onProgress: (report: MutantReport) => void = () => {},
): Promise<MutantReport> {
  const wrong: string[] = [];
  let [mutants, broken] = [0, 0];
  for (const { name, guide, segments } of validFiles) {
    const { isAccepted } = await assess(textOf(wrapped(guide, segments)));
    if (!isAccepted) wrong.push(`${name}: rejected unchanged`);
  }
  for (const file of brokenFiles(Math.max(1, Math.floor(countMutants() / cases)))) {
    mutants++;
    if (file.isBroken) broken++;
    wrong.push(...(await faultsOf(file)).map((fault) => `${file.name}: ${fault}`));
    if (mutants % 1000 === 0) onProgress({ mutants, broken, wrong });
  }
  return { mutants, broken, wrong };
}

/** Returns faults of the responses to one mutant. */
async function faultsOf({ text, isBroken, isBehind, elementError }: BrokenFile): Promise<string[]> {
  const verdict = await assess(text);
  const { isValid, isAccepted, isContradiction, elementErrors, edits } = verdict;
  const faults = isContradiction ? ['the TA1 rejects what the 999 accepts'] : [];
  if (!isBroken) {
    const beyond = edits.filter((edit) => !proseEdits.has(edit));
    return beyond.length === 0 ? faults : [...faults, `rejected for ${beyond.join()}`];
  }
  if (isAccepted && !isBehind) faults.push('accepted by the 999');
  if (isValid) faults.push('valid to validate');
  if (elementError !== undefined) {
    const [place] = elementError.split(' ');
    const found = elementErrors.filter((one) => one.startsWith(`${place} `));
    if (found.join() !== elementError)
      faults.push(`IK4 ${found.join() || 'is missing'}, not ${elementError}`);
  }
  return faults;
}

/** A file of one set that is valid by the guide. */
interface ValidFile {
  readonly name: string;
  readonly guide: GuideSpec;
  /** Between ST and SE. */
  readonly segments: readonly Elements[];
}

/** Files of the generators and fixtures of this project, and one complete example of each guide. */
const validFiles: readonly ValidFile[] = [
  ...[guide837p, guide835, guide277ca, guide277, guide276].map((guide) => ({
    name: `all of the ${guide.name}`,
    guide,
    segments: exampleOf(guide),
  })),
  fromText('office visit', guide837p, fileOf(officeVisit)),
  fromText('visit of a dependent', guide837p, fileOf(dependentVisit)),
  fromText('secondary claim', guide837p, fileOf(secondaryClaim)),
  fromText('ambulance', guide837p, fileOf(ambulanceClaim)),
  fromText('several claims', guide837p, [...generateClaimFile(4_000, 3)].join('')),
  fromText('remittance', guide835, [...generateRemittanceFile(2_000, 3)].join('')),
  fromText('claim status request', guide276, requestFile(request(), dependentRequest).toString('latin1')),
  fromText(
    'claim status response',
    guide277,
    responseFile(claimStatus(), deniedStatus, failedRequest()).toString('latin1'),
  ),
  fromText('claim acknowledgment', guide277ca, acknowledgmentFile(statusFile()).toString('latin1')),
];

function fromText(name: string, guide: GuideSpec, text: string): ValidFile {
  const segments = text.split('~').map((segment) => segment.trim().split('*'));
  const begin = segments.findIndex(([id]) => id === 'ST');
  const end = segments.findIndex(([id]) => id === 'SE');
  return { name, guide, segments: segments.slice(begin + 1, end) };
}

/** The segments of a whole interchange, as text. */
function wrapped(guide: GuideSpec, set: readonly Elements[]): string[] {
  const { functionalId, version, hasImplementationReference } = guide;
  return [
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260315*0930*^*00501*000000001*0*P*:',
    `GS*${functionalId}*SENDER*RECEIVER*20260315*0930*1*X*${version}`,
    `ST*${guide.set}*0001${hasImplementationReference ? `*${version}` : ''}`,
    ...set.map((elements) => elements.join('*')),
    `SE*${set.length + 2}*0001`,
    'GE*1*1',
    'IEA*1*000000001',
  ];
}

const textOf = (segments: readonly string[]): string => segments.map((one) => `${one}~\n`).join('');

/** An interchange of one set as its segments, ISA first, each as text. */
interface EnvelopeMutant {
  readonly name: string;
  readonly segments: readonly string[];
  /** True for a fault after the interchange. */
  readonly isBehind: boolean;
}

/** Invalid values of ISA elements with the right width (TA105 010 to 020). */
const isaValues: readonly (readonly [element: number, value: string])[] = [
  [1, '99'],
  [3, '99'],
  [5, 'QQ'],
  [6, ' '.repeat(15)],
  [7, 'QQ'],
  [8, ' '.repeat(15)],
  [9, '261399'],
  [10, '2575'],
  [12, '00401'],
  [13, 'ABCDEFGHI'],
  [14, '7'],
  [15, 'Q'],
];

/** Invalid values of other envelope elements; each is also emptied. */
const otherValues: Readonly<Record<string, readonly (readonly [element: number, value: string])[]>> = {
  GS: [
    [1, 'QQ'],
    [2, 'A'],
    [3, 'A'],
    [4, '20261345'],
    [5, '2575'],
    [6, 'X'],
    [7, 'QQ'],
    [8, 'NONE'],
  ],
  ST: [
    [1, '838'],
    [1, 'QQQQ'],
    [2, '1'],
    [2, '1234567890'],
  ],
  SE: [
    [1, '1'],
    [1, 'X'],
    [2, '9999'],
  ],
  GE: [
    [1, '9'],
    [1, 'X'],
    [2, '9999'],
  ],
  IEA: [
    [1, '9'],
    [1, 'X'],
    [2, '999999999'],
  ],
};

const envelopes = new Set(['ISA', 'GS', 'ST', 'SE', 'GE', 'IEA']);

/** Drops, doubles and swaps every envelope segment, and breaks each of its elements. */
function* envelopeMutantsOf(segments: readonly string[]): Generator<EnvelopeMutant> {
  for (const [i, segment] of segments.entries()) {
    const id = segment.slice(0, segment.indexOf('*'));
    if (!envelopes.has(id)) continue;
    yield { name: `${id} dropped`, segments: segments.toSpliced(i, 1), isBehind: false };
    yield { name: `${id} doubled`, segments: segments.toSpliced(i, 0, segment), isBehind: id === 'IEA' };
    const next = segments[i + 1];
    if (next !== undefined) {
      const swapped = segments.with(i, next).with(i + 1, segment);
      yield { name: `${id} swapped with the next`, segments: swapped, isBehind: false };
    }
    const elements = segment.split('*');
    const values = id === 'ISA' ? isaValues : [...(otherValues[id] ?? []), ...emptied(elements)];
    for (const [element, value] of values) {
      const name = `${id}${String(element).padStart(2, '0')} ${value.trim() === '' ? 'emptied' : `is ${value}`}`;
      yield { name, segments: segments.with(i, elements.with(element, value).join('*')), isBehind: false };
    }
  }
}

const emptied = (elements: readonly string[]): (readonly [number, string])[] =>
  elements.slice(1).map((_, i) => [i + 1, '']);
