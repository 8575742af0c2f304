import type {
  ElementError,
  ErrorContext,
  FunctionalGroupResponse,
  SegmentError,
  TransactionSetResponse,
} from '../999/functional-group-response.ts';
import {
  implementationAcknowledgmentVersion,
  writeGroupEnd,
  writeGroupStart,
  writeSet,
} from '../999/write-999.ts';
import type { GroupHeader } from '../engine/consumer.ts';
import { type Spool, spoolLines, UsedCharacters } from '../writer/spool.ts';
import { type InterchangeEnvelope, X12Writer } from '../writer/writer.ts';
import { rejectedGroupResponse } from './group-response.ts';
import {
  type ApplicationCodes,
  printableText,
  responseApplicationCodes,
  type SpooledResponse,
} from './response-envelope.ts';

/** True when AK1 can name the group. */
function isNameable({ functionalId, version }: GroupName): boolean {
  const known = fitVersion(functionalId, version);
  return known !== '' && /^[A-Z0-9]{2}$/.test(fitFunctionalId(functionalId, known));
}

type GroupName = Pick<FunctionalGroupResponse, 'functionalId' | 'version'>;

/**
 * Fits the response to a nameable group into the lengths and characters of a 999, because ids and numbers of a faulty
 * file may be too long or empty.
 */
function fitGroupResponse(
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
function fitSetResponse(
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

type Range = readonly [from: number, to: number];

/** A 999 on the spools of its file. */
export interface SpooledAcknowledgment extends SpooledResponse {
  /** Its groups. */
  readonly range: Range;
}

/** One group of the 999. It responds to adjacent inbound groups with the same application codes. */
interface OutboundGroup {
  readonly partners: ApplicationCodes;
  readonly sets: number;
  /** Its sets on the verdict spool. */
  readonly verdict: Range;
  /** Its sets on the rejection spool. */
  readonly rejection: Range;
}

interface OpenGroup {
  readonly partners: ApplicationCodes;
  /** Positions of its first set on the two spools. */
  readonly verdict: number;
  readonly rejection: number;
  sets: number;
}

/** The set that responds to the current inbound group. */
interface OpenSet {
  readonly group: OpenGroup;
  readonly functionalId: string;
  readonly version: string;
  /** Position after its AK1 on the verdict spool. */
  readonly from: number;
  /** Number of segments from ST to AK1. */
  readonly startSegments: number;
  segments: number;
}

/** How much the 999 of a file lists. AK9 counts all sets. */
export interface ListLimits {
  /** AK2 loops of accepted sets without errors, and as many of other sets. */
  readonly sets: number;
  /** IK3 and IK4 segments. A set whose errors do not fit has the first of them, and IK5 as always. */
  readonly errors: number;
}

const withoutLimits: ListLimits = { sets: Number.POSITIVE_INFINITY, errors: Number.POSITIVE_INFINITY };

/**
 * Writes the sets of a 999 onto spools while the acknowledged file is read. Each group is written twice, by its own
 * verdict and as rejected, because the end of an interchange may reject all of its groups.
 */
export class ImplementationAcknowledgmentSpooler {
  private readonly verdicts: Spool;
  private readonly rejections: Spool;
  private readonly groups: Spool;
  private readonly writer = new X12Writer();
  private used = new UsedCharacters();
  private from = 0;
  /** Lengths of the two spools of sets at the beginning of the open interchange. */
  private interchangeStart: Range = [0, 0];
  private openGroup: OpenGroup | undefined;
  private openSet: OpenSet | undefined;
  /** What the limits leave. */
  private readonly left: { accepted: number; others: number; errors: number };
  /** Sets that the limits left out, and sets without some of their errors. */
  readonly leftOut = { sets: 0, shortened: 0 };

  constructor(newSpool: () => Spool, { sets, errors }: ListLimits = withoutLimits) {
    this.left = { accepted: sets, others: sets, errors };
    this.verdicts = newSpool();
    this.rejections = newSpool();
    this.groups = newSpool();
  }

  /** Begins an inbound group. Groups of 999s get no response. */
  group(header: GroupHeader): void {
    const { functionalId, version } = header;
    if (functionalId === 'FA' || !isNameable(header)) return;
    const { verdicts, rejections, writer } = this;
    const group = this.groupFor(responseApplicationCodes(header));
    const before = writer.segmentCount;
    writer.segment('ST', '999', setNumber(++group.sets), implementationAcknowledgmentVersion);
    writeGroupStart(writer, fitGroupResponse({ ...noCounts, ...header }));
    this.keep(verdicts, rejections);
    const startSegments = writer.segmentCount - before;
    const from = verdicts.length;
    this.openSet = { group, functionalId, version, from, startSegments, segments: startSegments };
  }

  set(response: TransactionSetResponse): void {
    const { openSet, writer, left } = this;
    if (openSet === undefined) return;
    const kind = response.code === 'A' ? 'accepted' : 'others';
    if (left[kind] === 0) {
      this.leftOut.sets++;
      return;
    }
    left[kind]--;
    const before = writer.segmentCount;
    writeSet(writer, fitSetResponse({ ...response, segments: this.listed(response) }, openSet));
    openSet.segments += writer.segmentCount - before;
    this.keep(this.verdicts);
  }

  /** The first errors of a set, as far as the limit goes. */
  private listed({ segments }: TransactionSetResponse): readonly SegmentError[] {
    const { left } = this;
    let count = 0;
    for (const { elements } of segments) {
      if (left.errors < 1 + elements.length) {
        this.leftOut.shortened++;
        break;
      }
      left.errors -= 1 + elements.length;
      count++;
    }
    return segments.slice(0, count);
  }

  /** Ends the inbound group. Drops its spooled sets if the response has none. */
  endGroup(response: FunctionalGroupResponse): void {
    const { openSet } = this;
    if (openSet === undefined) return;
    if (response.sets.length === 0) {
      this.verdicts.truncate(openSet.from);
      openSet.segments = openSet.startSegments;
    }
    this.endSet(response, openSet.segments, openSet.group, this.verdicts);
    this.endSet(rejectedGroupResponse(response), openSet.startSegments, openSet.group, this.rejections);
    this.openSet = undefined;
  }

  /** Ends the interchange. Returns undefined when none of its groups gets a response. */
  endInterchange(isRejected: boolean): SpooledAcknowledgment | undefined {
    this.endOpenGroup();
    const range = [this.from, this.groups.length] as const;
    const { used } = this;
    this.from = range[1];
    this.interchangeStart = [this.verdicts.length, this.rejections.length];
    this.used = new UsedCharacters();
    if (range[0] === range[1]) return undefined;
    return { used, range, marked: (envelope) => this.marked(range, envelope, isRejected) };
  }

  /** Drops the open interchange, which then gets no response. */
  drop(): void {
    const [verdicts, rejections] = this.interchangeStart;
    this.openGroup = undefined;
    this.used = new UsedCharacters();
    this.verdicts.truncate(verdicts);
    this.rejections.truncate(rejections);
    this.groups.truncate(this.from);
  }

  /** Empties the spools, when no interchange is open and all responses are sent. */
  clear(): void {
    for (const spool of [this.verdicts, this.rejections, this.groups]) spool.truncate(0);
    this.from = 0;
    this.interchangeStart = [0, 0];
  }

  /** The text of an interchange by its range of groups. */
  *marked([from, to]: Range, envelope: InterchangeEnvelope, isRejected: boolean): Generator<string> {
    const { moment } = envelope;
    const version = implementationAcknowledgmentVersion;
    const writer = new X12Writer();
    writer.interchange(envelope);
    let { controlNumber } = envelope;
    for (const line of spoolLines(this.groups, from, to)) {
      const { partners, sets, verdict, rejection }: OutboundGroup = JSON.parse(line);
      writer.group({ functionalId: 'FA', ...partners, moment, controlNumber, version });
      yield writer.takeMarkedText();
      yield* isRejected ? this.rejections.read(...rejection) : this.verdicts.read(...verdict);
      writer.segment('GE', String(sets), String(controlNumber++));
    }
    writer.endInterchange();
    yield writer.takeMarkedText();
  }

  private groupFor(partners: ApplicationCodes): OpenGroup {
    const open = this.openGroup;
    const { sender, receiver } = partners;
    if (open?.partners.sender === sender && open.partners.receiver === receiver) return open;
    this.endOpenGroup();
    this.openGroup = { partners, verdict: this.verdicts.length, rejection: this.rejections.length, sets: 0 };
    return this.openGroup;
  }

  private endOpenGroup(): void {
    const { openGroup } = this;
    this.openGroup = undefined;
    if (openGroup === undefined) return;
    const { partners, sets, verdict, rejection } = openGroup;
    this.used.note(partners.sender + partners.receiver);
    const group: OutboundGroup = {
      partners,
      sets,
      verdict: [verdict, this.verdicts.length],
      rejection: [rejection, this.rejections.length],
    };
    this.groups.append(`${JSON.stringify(group)}\n`);
  }

  private endSet(
    response: FunctionalGroupResponse,
    segments: number,
    { sets }: OpenGroup,
    spool: Spool,
  ): void {
    writeGroupEnd(this.writer, fitGroupResponse(response));
    this.writer.segment('SE', String(segments + 2), setNumber(sets));
    this.keep(spool);
  }

  private keep(...spools: readonly Spool[]): void {
    const text = this.writer.takeMarkedText();
    this.used.note(text);
    for (const spool of spools) spool.append(text);
  }
}

const setNumber = (number: number): string => String(number).padStart(4, '0');

const noCounts = {
  code: '',
  accepted: false,
  errors: [],
  included: undefined,
  received: undefined,
  acceptedCount: undefined,
};
