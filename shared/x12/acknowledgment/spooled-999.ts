import type { GroupHeader } from '../consumer.ts';
import { linesOf, type Spool, UsedCharacters } from '../spool.ts';
import { type InterchangeEnvelope, X12Writer } from '../writer.ts';
import { fitGroup, fitSet, isNameable } from './fit.ts';
import type { GroupAcknowledgment, SetAcknowledgment } from './group-acknowledgment.ts';
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
  readonly from: number;
  readonly to: number;
  readonly sets: number;
}

/** The set that answers the inbound group being read. */
interface OpenSet {
  /** Behind AK1. */
  readonly from: number;
  readonly ownSegments: number;
  segments: number;
}

/**
 * Writes the sets of a 999 onto a spool while the file that it answers is read, so that files of any size can be
 * answered. The answers of a group's sets are dropped again when the group is refused as a whole.
 */
export class Spooled999 {
  private readonly text: Spool;
  private readonly groups: Spool;
  private readonly writer = new X12Writer();
  private used = new UsedCharacters();
  private from = 0;
  private run: { readonly partners: Partners; readonly from: number; sets: number } | undefined;
  private open: OpenSet | undefined;

  /** The first spool takes the sets, the other a line for each group of the 999. */
  constructor(text: Spool, groups: Spool) {
    this.text = text;
    this.groups = groups;
  }

  /** An inbound group begins. Groups of 999s are not answered. */
  group(header: GroupHeader): void {
    if (header.functionalId === 'FA' || !isNameable(header)) return;
    const partners = replyPartners(header);
    if (this.run?.partners.sender !== partners.sender || this.run.partners.receiver !== partners.receiver) {
      this.endRun();
    }
    this.run ??= { partners, from: this.text.length, sets: 0 };
    const begin = this.writer.segmentCount;
    this.writer.segment('ST', '999', String(++this.run.sets).padStart(4, '0'), version999);
    writeGroupStart(this.writer, fitGroup({ ...nothingCounted, ...header }));
    this.keep();
    const ownSegments = this.writer.segmentCount - begin;
    this.open = { from: this.text.length, ownSegments, segments: ownSegments };
  }

  set(acknowledgment: SetAcknowledgment): void {
    const { open, writer } = this;
    if (open === undefined) return;
    const begin = writer.segmentCount;
    writeSet(writer, fitSet(acknowledgment));
    open.segments += writer.segmentCount - begin;
    this.keep();
  }

  /** The inbound group is over; one that names no sets is answered without them. */
  endGroup(acknowledgment: GroupAcknowledgment): void {
    const { open, run, writer } = this;
    if (open === undefined || run === undefined) return;
    if (acknowledgment.sets.length === 0) {
      this.text.truncate(open.from);
      open.segments = open.ownSegments;
    }
    writeGroupEnd(writer, fitGroup(acknowledgment));
    writer.segment('SE', String(open.segments + 2), String(run.sets).padStart(4, '0'));
    this.keep();
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

  /** What was written for the open interchange is not sent. */
  drop(): void {
    this.run = undefined;
    this.open = undefined;
    this.groups.truncate(this.from);
    this.used = new UsedCharacters();
  }

  /** Everything that was written is sent, and no interchange is open. */
  clear(): void {
    this.text.truncate(0);
    this.groups.truncate(0);
    this.from = 0;
  }

  /** The whole file, with marks for its delimiters. */
  *marked({ from, to }: Body999, envelope: InterchangeEnvelope): Generator<string> {
    const writer = new X12Writer();
    writer.interchange(envelope);
    let groups = 0;
    for (const line of linesOf(this.groups, from, to)) {
      const run: Run = JSON.parse(line);
      const { moment } = envelope;
      const controlNumber = envelope.controlNumber + groups++;
      writer.group({ functionalId: 'FA', ...run.partners, moment, controlNumber, version: version999 });
      yield writer.marked();
      yield* this.text.read(run.from, run.to);
      writer.segment('GE', String(run.sets), String(controlNumber));
    }
    writer.endInterchange();
    yield writer.marked();
  }

  private endRun(): void {
    const { run } = this;
    this.run = undefined;
    if (run === undefined) return;
    this.used.note(run.partners.sender + run.partners.receiver);
    const line: Run = { ...run, to: this.text.length };
    this.groups.append(`${JSON.stringify(line)}\n`);
  }

  private keep(): void {
    const text = this.writer.marked();
    this.used.note(text);
    this.text.append(text);
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
