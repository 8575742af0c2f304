import type { GroupHeader } from '../engine/consumer.ts';
import { linesOf, type Spool, UsedCharacters } from '../writer/spool.ts';
import { type InterchangeEnvelope, X12Writer } from '../writer/writer.ts';
import { fitGroup, fitSet, isNameable } from './fit.ts';
import type { GroupAcknowledgment, SetAcknowledgment } from './group-acknowledgment.ts';
import { refusedGroup } from './judge.ts';
import { type Partners, replyPartners } from './reply-envelope.ts';
import { version999, writeGroupEnd, writeGroupStart, writeSet } from './write-999.ts';

/** The 999 of one interchange as it is on its spools: everything but the envelopes. */
export interface Body999 {
  /** Of its groups on their spool. */
  readonly from: number;
  readonly to: number;
  readonly used: UsedCharacters;
}

/** One group of the 999. Neighbouring inbound groups between the same partners are answered in one. */
interface Run {
  readonly partners: Partners;
  readonly sets: number;
  /** Its sets on their spool, and on that of refusals. */
  readonly judged: Range;
  readonly refused: Range;
}

type Range = readonly [from: number, to: number];

/** The set that answers the inbound group being read. */
interface OpenSet {
  readonly functionalId: string;
  readonly version: string;
  /** Behind AK1. */
  readonly from: number;
  readonly ownSegments: number;
  segments: number;
}

/**
 * Writes the sets of a 999 onto a spool while the file that it answers is read, so that files of any size can be
 * answered. The answers of a group's sets are dropped again when the group is refused as a whole. Each group is also
 * answered as a refused one, for it may turn out at the end of the interchange that all of it is refused.
 */
export class Spooled999 {
  private readonly judged: Spool;
  private readonly refused: Spool;
  private readonly groups: Spool;
  private readonly writer = new X12Writer();
  private used = new UsedCharacters();
  private from = 0;
  private run:
    | { readonly partners: Partners; readonly judged: number; readonly refused: number; sets: number }
    | undefined;
  private open: OpenSet | undefined;

  constructor(newSpool: () => Spool) {
    this.judged = newSpool();
    this.refused = newSpool();
    this.groups = newSpool();
  }

  /** An inbound group begins. Groups of 999s are not answered. */
  group(header: GroupHeader): void {
    if (header.functionalId === 'FA' || !isNameable(header)) return;
    const partners = replyPartners(header);
    if (this.run?.partners.sender !== partners.sender || this.run.partners.receiver !== partners.receiver) {
      this.endRun();
    }
    const { judged, refused } = this;
    this.run ??= { partners, judged: judged.length, refused: refused.length, sets: 0 };
    const begin = this.writer.segmentCount;
    this.writer.segment('ST', '999', String(++this.run.sets).padStart(4, '0'), version999);
    writeGroupStart(this.writer, fitGroup({ ...nothingCounted, ...header }));
    this.keep(judged, refused);
    const ownSegments = this.writer.segmentCount - begin;
    const { functionalId, version } = header;
    this.open = { functionalId, version, from: judged.length, ownSegments, segments: ownSegments };
  }

  set(acknowledgment: SetAcknowledgment): void {
    const { open, writer } = this;
    if (open === undefined) return;
    const begin = writer.segmentCount;
    writeSet(writer, fitSet(acknowledgment, open));
    open.segments += writer.segmentCount - begin;
    this.keep(this.judged);
  }

  /** The inbound group is over; one that names no sets is answered without them. */
  endGroup(acknowledgment: GroupAcknowledgment): void {
    const { open, run, writer } = this;
    if (open === undefined || run === undefined) return;
    if (acknowledgment.sets.length === 0) {
      this.judged.truncate(open.from);
      open.segments = open.ownSegments;
    }
    const number = String(run.sets).padStart(4, '0');
    writeGroupEnd(writer, fitGroup(acknowledgment));
    writer.segment('SE', String(open.segments + 2), number);
    this.keep(this.judged);
    writeGroupEnd(writer, fitGroup(refusedGroup(acknowledgment)));
    writer.segment('SE', String(open.ownSegments + 2), number);
    this.keep(this.refused);
    this.open = undefined;
  }

  /** The interchange is over: what there is for it, and undefined when nothing of it is answered. */
  endInterchange(): Body999 | undefined {
    this.endRun();
    const { from, used } = this;
    const to = this.groups.length;
    this.from = to;
    this.used = new UsedCharacters();
    return to === from ? undefined : { from, to, used };
  }

  /** Everything that was written is sent, and no interchange is open. */
  clear(): void {
    this.judged.truncate(0);
    this.refused.truncate(0);
    this.groups.truncate(0);
    this.from = 0;
  }

  /** The whole file, with marks for its delimiters. Of an interchange that is refused, each group is. */
  *marked({ from, to }: Body999, envelope: InterchangeEnvelope, isRefused: boolean): Generator<string> {
    const writer = new X12Writer();
    writer.interchange(envelope);
    let groups = 0;
    for (const line of linesOf(this.groups, from, to)) {
      const run: Run = JSON.parse(line);
      const { moment } = envelope;
      const controlNumber = envelope.controlNumber + groups++;
      writer.group({ functionalId: 'FA', ...run.partners, moment, controlNumber, version: version999 });
      yield writer.marked();
      yield* isRefused ? this.refused.read(...run.refused) : this.judged.read(...run.judged);
      writer.segment('GE', String(run.sets), String(controlNumber));
    }
    writer.endInterchange();
    yield writer.marked();
  }

  private endRun(): void {
    const { run } = this;
    this.run = undefined;
    if (run === undefined) return;
    const { partners, sets } = run;
    this.used.note(partners.sender + partners.receiver);
    const judged = [run.judged, this.judged.length] as const;
    const refused = [run.refused, this.refused.length] as const;
    const line: Run = { partners, sets, judged, refused };
    this.groups.append(`${JSON.stringify(line)}\n`);
  }

  private keep(...spools: readonly Spool[]): void {
    const text = this.writer.marked();
    this.used.note(text);
    for (const spool of spools) spool.append(text);
  }
}

const nothingCounted = {
  code: '',
  accepted: false,
  errors: [],
  included: undefined,
  received: undefined,
  acceptedCount: undefined,
};
