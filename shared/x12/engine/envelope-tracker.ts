import { ControlNumberLog } from '../envelope/control-number-log.ts';
import * as ids from '../envelope/envelope-check.ts';
import { EnvelopeCheck, type EnvelopeId } from '../envelope/envelope-check.ts';
import * as headers from '../envelope/envelope-header.ts';
import * as trailers from '../envelope/trailer.ts';
import { compiledGuide } from '../guide/compile.ts';
import type { GuideSpec } from '../guide/guide.ts';
import { chooseGuide } from '../guide/guide-choice.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import {
  combineConsumers,
  type FileListener,
  type FindingInput,
  type GroupHeader,
  type InterchangeHeader,
  type SetContext,
  type SetHeader,
} from './consumer.ts';
import { SetWalk, WalkMemory } from './set-walk.ts';

interface Interchange {
  readonly header: InterchangeHeader;
  /** False where the file has no ISA. */
  readonly isReal: boolean;
  readonly groupNumbers: ControlNumberLog;
  groups: number;
}

interface Group {
  readonly header: GroupHeader;
  readonly isReal: boolean;
  readonly setNumbers: ControlNumberLog;
  sets: number;
}

interface OpenSet {
  readonly header: SetHeader;
  readonly walk: SetWalk | undefined;
  segments: number;
}

interface TrackerOptions {
  readonly guides: readonly GuideSpec[];
  readonly listeners: readonly FileListener[];
  readonly validating: boolean;
  readonly channel: Channel | undefined;
  readonly report: (finding: FindingInput) => void;
}

/** Channel of the file. ISA15 must be P in production and T in test. */
export type Channel = 'production' | 'test';

/** Tracks the open envelopes, checks their headers and trailers, and walks each set with its guide. */
export class EnvelopeTracker {
  interchange: Interchange | undefined;
  group: Group | undefined;
  set: OpenSet | undefined;
  private readonly options: TrackerOptions;
  private readonly check: EnvelopeCheck;
  private readonly memory = new WalkMemory();
  private readonly interchangeNumbers = new ControlNumberLog();
  private interchangeCount = 0;
  private setCount = 0;
  /** True after a segment outside all sets, because a set without ST is one fault. */
  private isStrayRun = false;

  constructor(options: TrackerOptions) {
    this.options = options;
    this.check = new EnvelopeCheck(options.report);
  }

  isa(isa: SegmentCursor): void {
    this.isStrayRun = false;
    this.closeInterchange(undefined);
    const header = headers.readInterchangeHeader(isa, ++this.interchangeCount);
    this.openInterchange(header, true);
    if (this.options.validating) this.check.header(header);
    this.checkChannel(isa, header);
    const key = `${header.senderQualifier} ${header.sender} ${header.controlNumber}`;
    if (this.interchangeNumbers.isRepeated(key)) {
      const message = 'Interchange control number repeats in this file; number each interchange once';
      this.report(isa, { id: 'V004', segment: 'ISA', element: 13, message, codes: { interchange: '025' } });
    }
  }

  private checkChannel(isa: SegmentCursor, header: InterchangeHeader): void {
    const { channel } = this.options;
    if (channel === undefined || header.usage === (channel === 'production' ? 'P' : 'T')) return;
    const codes = { interchange: '020' };
    this.report(isa, { id: 'V013', segment: 'ISA', element: 15, value: header.usage, codes });
  }

  segment(segment: SegmentCursor): void {
    const { set } = this;
    if (set === undefined || ids.isEnvelope(segment.packedId)) this.envelope(segment);
    else {
      segment.index = ++set.segments;
      set.walk?.segment(segment);
    }
  }

  /**
   * Takes a segment of an envelope, or one outside all sets. One call for all of them, because V8 compiles {@link segment} before
   * the end of the first set, and a call that it has not seen then would discard the compiled code.
   */
  private envelope(segment: SegmentCursor): void {
    segment.index = 0;
    const { set, isStrayRun } = this;
    this.isStrayRun = false;
    switch (segment.packedId) {
      case ids.st:
        this.openSet(segment);
        break;
      case ids.se:
        if (set === undefined) this.outside(segment);
        else this.closeSet(segment);
        break;
      case ids.gs:
        this.openGroup(segment);
        break;
      case ids.ge:
        if (this.group === undefined) this.outside(segment);
        else this.closeGroup(segment);
        break;
      case ids.iea:
        if (this.interchange === undefined) this.outside(segment);
        else this.closeInterchange(segment);
        break;
      default:
        this.betweenSets(segment, isStrayRun);
    }
  }

  windowMoves(): void {
    this.set?.walk?.windowMoves();
  }

  /** Ends the input: open envelopes lack their trailers. */
  finish(): void {
    this.closeInterchange(undefined);
  }

  private report(segment: SegmentCursor | undefined, finding: Omit<FindingInput, 'at'>): void {
    const at = { index: segment?.index ?? 0, offset: segment?.offset ?? this.lastOffset() };
    this.options.report({ ...finding, at });
  }

  private lastOffset(): number {
    return this.set?.header.offset ?? this.group?.header.offset ?? this.interchange?.header.offset ?? 0;
  }

  private outside(segment: SegmentCursor): void {
    this.report(segment, { id: 'V138', segment: segment.id, codes: { interchange: '022' } });
  }

  private betweenSets(segment: SegmentCursor, isStrayRun: boolean): void {
    const { interchange } = this;
    const isBeforeGroups = interchange !== undefined && this.group === undefined;
    if (isBeforeGroups && segment.packedId === ids.ta1) {
      this.elements('TA1', segment);
      const acknowledgment = headers.readTa1(segment);
      for (const one of this.options.listeners)
        one.interchangeAcknowledgment?.(acknowledgment, interchange.header);
    } else if (!isBeforeGroups || (segment.packedId !== ids.isb && segment.packedId !== ids.ise)) {
      this.isStrayRun = true;
      if (!isStrayRun) this.outside(segment);
    }
  }

  private elements(id: EnvelopeId, segment: SegmentCursor): void {
    if (this.options.validating) this.check.elements(id, segment);
  }

  private openInterchange(header: InterchangeHeader, isReal: boolean): Interchange {
    const interchange = { header, isReal, groupNumbers: new ControlNumberLog(), groups: 0 };
    this.interchange = interchange;
    for (const listener of this.options.listeners) listener.interchange?.(header);
    return interchange;
  }

  private interchangeFor(segment: SegmentCursor): Interchange {
    if (this.interchange !== undefined) return this.interchange;
    const header = headers.missingInterchangeHeader(segment, ++this.interchangeCount);
    const interchange = this.openInterchange(header, false);
    // The first interchange of a file was reported by the reader, which had no delimiters from an ISA.
    if (header.number > 1) {
      this.report(segment, { id: 'V140', segment: 'ISA', codes: { interchange: '022' } });
    }
    return interchange;
  }

  private openGroup(segment: SegmentCursor): void {
    if (this.group !== undefined) this.closeGroup(undefined);
    const interchange = this.interchangeFor(segment);
    const header = headers.readGroupHeader(segment, ++interchange.groups);
    this.group = { header, isReal: true, setNumbers: new ControlNumberLog(), sets: 0 };
    for (const listener of this.options.listeners) listener.group?.(header, interchange.header);
    this.elements('GS', segment);
    if (interchange.groupNumbers.isRepeated(header.controlNumber)) {
      const message = 'Group control number repeats in this interchange; number each group once';
      this.report(segment, { id: 'V005', segment: 'GS', element: 6, message, codes: { group: '19' } });
    }
  }

  private groupFor(segment: SegmentCursor): Group {
    if (this.group !== undefined) return this.group;
    const interchange = this.interchangeFor(segment);
    const header = headers.missingGroupHeader(segment, ++interchange.groups);
    const group = { header, isReal: false, setNumbers: new ControlNumberLog(), sets: 0 };
    this.group = group;
    for (const listener of this.options.listeners) listener.group?.(header, interchange.header);
    this.report(segment, { id: 'V145', segment: 'GS', codes: { interchange: '024' } });
    return group;
  }

  private openSet(segment: SegmentCursor): void {
    if (this.set !== undefined) this.closeSet(undefined);
    const group = this.groupFor(segment);
    const interchange = this.interchangeFor(segment);
    const header = headers.readSetHeader(segment, ++group.sets, ++this.setCount);
    segment.index = 1;
    const { guides, listeners, validating, report } = this.options;
    const { guide, isChecked, problems } = chooseGuide(
      guides,
      header,
      group.isReal ? group.header : undefined,
    );
    const place = { interchange: interchange.header, group: group.header, set: header };
    const options = { validating, report, isChecked };
    const consumerFor = (context: SetContext) =>
      combineConsumers(listeners.map((listener) => listener.set?.(context)));
    const walk = guide && new SetWalk(place, compiledGuide(guide), options, this.memory, consumerFor);
    this.set = { header, walk, segments: 1 };
    if (group.setNumbers.isRepeated(header.controlNumber)) {
      const message = 'Set control number repeats in this group; number each set once';
      this.report(segment, { id: 'V006', segment: 'ST', element: 2, message, codes: { set: '23' } });
    }
    if (guide === undefined) for (const listener of listeners) listener.unreadSet?.(header);
    for (const problem of problems) this.report(segment, problem);
    walk?.begin(segment);
  }

  private closeSet(se: SegmentCursor | undefined): void {
    const { set } = this;
    if (set === undefined) return;
    const trailerSegment = trailers.wholeTrailer(trailers.setTrailer, se, set.segments + 1, set.header);
    const { walk, header } = set;
    if (trailerSegment !== undefined) {
      trailerSegment.index = ++set.segments;
      walk?.end(trailerSegment);
    } else {
      walk?.abandon();
    }
    const trailer = trailers.readTrailer(trailerSegment, set.segments);
    this.compare(trailers.setTrailer, trailer, header.controlNumber, trailerSegment);
    walk?.consumer.end?.(trailer);
    for (const listener of this.options.listeners) listener.endSet?.(header, trailer);
    this.set = undefined;
  }

  private closeGroup(segment: SegmentCursor | undefined): void {
    this.closeSet(undefined);
    const { group } = this;
    if (group === undefined) return;
    if (segment !== undefined) this.elements('GE', segment);
    const whole = trailers.wholeTrailer(trailers.groupTrailer, segment, group.sets, group.header);
    const trailer = trailers.readTrailer(whole, group.sets);
    if (group.isReal) this.compare(trailers.groupTrailer, trailer, group.header.controlNumber, segment);
    for (const listener of this.options.listeners) listener.endGroup?.(group.header, trailer);
    this.group = undefined;
  }

  private closeInterchange(segment: SegmentCursor | undefined): void {
    if (this.group !== undefined) this.closeGroup(undefined);
    const { interchange } = this;
    if (interchange === undefined) return;
    if (segment !== undefined) this.elements('IEA', segment);
    const { header } = interchange;
    const whole = trailers.wholeTrailer(trailers.interchangeTrailer, segment, interchange.groups, header);
    const trailer = trailers.readTrailer(whole, interchange.groups);
    if (interchange.isReal) {
      this.compare(trailers.interchangeTrailer, trailer, header.controlNumber, segment);
    }
    for (const listener of this.options.listeners) listener.endInterchange?.(header, trailer);
    this.interchange = undefined;
  }

  private compare(
    rules: trailers.TrailerRules,
    trailer: ReturnType<typeof trailers.readTrailer>,
    number: string,
    segment: SegmentCursor | undefined,
  ): void {
    for (const { edit, ...problem } of trailers.trailerProblems(rules, trailer, number)) {
      this.report(segment, { id: edit, segment: rules.id, ...problem });
    }
  }
}
