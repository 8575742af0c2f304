import type { FunctionalGroupResponse, TransactionSetResponse } from '../999/functional-group-response.ts';
import {
  implementationAcknowledgmentVersion,
  writeGroupEnd,
  writeGroupStart,
  writeSet,
} from '../999/write-999.ts';
import type { GroupHeader } from '../engine/consumer.ts';
import { type Spool, spoolLines, UsedCharacters } from '../writer/spool.ts';
import { type InterchangeEnvelope, X12Writer } from '../writer/writer.ts';
import { fitGroupResponse, fitSetResponse, isNameable } from './fit-response.ts';
import { rejectedGroupResponse } from './group-response.ts';
import { type ApplicationCodes, responseApplicationCodes } from './response-envelope.ts';

/** The 999 of one interchange as it is on its spools: everything but the envelopes. */
export interface SpooledGroups {
  /** Of its groups on their spool. */
  readonly from: number;
  readonly to: number;
  readonly used: UsedCharacters;
}

/** One group of the 999. Neighbouring inbound groups between the same partners are answered in one. */
interface Run {
  readonly partners: ApplicationCodes;
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
export class ImplementationAcknowledgmentSpooler {
  private readonly judged: Spool;
  private readonly refused: Spool;
  private readonly groups: Spool;
  private readonly writer = new X12Writer();
  private used = new UsedCharacters();
  private from = 0;
  private run:
    | { readonly partners: ApplicationCodes; readonly judged: number; readonly refused: number; sets: number }
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
    const partners = responseApplicationCodes(header);
    if (this.run?.partners.sender !== partners.sender || this.run.partners.receiver !== partners.receiver) {
      this.endRun();
    }
    const { judged, refused } = this;
    this.run ??= { partners, judged: judged.length, refused: refused.length, sets: 0 };
    const begin = this.writer.segmentCount;
    this.writer.segment(
      'ST',
      '999',
      String(++this.run.sets).padStart(4, '0'),
      implementationAcknowledgmentVersion,
    );
    writeGroupStart(this.writer, fitGroupResponse({ ...nothingCounted, ...header }));
    this.keep(judged, refused);
    const ownSegments = this.writer.segmentCount - begin;
    const { functionalId, version } = header;
    this.open = { functionalId, version, from: judged.length, ownSegments, segments: ownSegments };
  }

  set(acknowledgment: TransactionSetResponse): void {
    const { open, writer } = this;
    if (open === undefined) return;
    const begin = writer.segmentCount;
    writeSet(writer, fitSetResponse(acknowledgment, open));
    open.segments += writer.segmentCount - begin;
    this.keep(this.judged);
  }

  /** The inbound group is over; one that names no sets is answered without them. */
  endGroup(acknowledgment: FunctionalGroupResponse): void {
    const { open, run, writer } = this;
    if (open === undefined || run === undefined) return;
    if (acknowledgment.sets.length === 0) {
      this.judged.truncate(open.from);
      open.segments = open.ownSegments;
    }
    const number = String(run.sets).padStart(4, '0');
    writeGroupEnd(writer, fitGroupResponse(acknowledgment));
    writer.segment('SE', String(open.segments + 2), number);
    this.keep(this.judged);
    writeGroupEnd(writer, fitGroupResponse(rejectedGroupResponse(acknowledgment)));
    writer.segment('SE', String(open.ownSegments + 2), number);
    this.keep(this.refused);
    this.open = undefined;
  }

  /** The interchange is over: what there is for it, and undefined when nothing of it is answered. */
  endInterchange(): SpooledGroups | undefined {
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
  *marked({ from, to }: SpooledGroups, envelope: InterchangeEnvelope, isRefused: boolean): Generator<string> {
    const writer = new X12Writer();
    writer.interchange(envelope);
    let groups = 0;
    for (const line of spoolLines(this.groups, from, to)) {
      const run: Run = JSON.parse(line);
      const { moment } = envelope;
      const controlNumber = envelope.controlNumber + groups++;
      writer.group({
        functionalId: 'FA',
        ...run.partners,
        moment,
        controlNumber,
        version: implementationAcknowledgmentVersion,
      });
      yield writer.takeMarkedText();
      yield* isRefused ? this.refused.read(...run.refused) : this.judged.read(...run.judged);
      writer.segment('GE', String(run.sets), String(controlNumber));
    }
    writer.endInterchange();
    yield writer.takeMarkedText();
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
    const text = this.writer.takeMarkedText();
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
