import type { Finding } from '../findings/finding.ts';
import { makeFinding } from '../findings/finding-factory.ts';
import { repairFinding } from '../findings/repair-finding.ts';
import type { GuideSpec } from '../guide/guide.ts';
import { type ReaderLimits, SegmentReader } from '../reader/reader.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import type { RepairKind, SegmentSink } from '../reader/segment-sink.ts';
import type { FileListener, FindingInput } from './consumer.ts';
import { type Channel, EnvelopeTracker } from './envelope-tracker.ts';

export interface EngineOptions {
  readonly guides: readonly GuideSpec[];
  readonly listeners?: readonly FileListener[];
  /** Called for each finding, in file order. */
  readonly onFinding?: (finding: Finding) => void;
  /** Check elements against the guide too; without it only structure and envelopes are. Default true. */
  readonly validate?: boolean;
  /** Put values into findings as they are. Default false: masked. */
  readonly showValues?: boolean;
  /** What the file came through; ISA15 is held against it (V013). */
  readonly channel?: Channel;
  readonly limits?: Partial<ReaderLimits>;
}

/**
 * Reads X12 and tells its listeners what is in it: interchanges, groups, sets and, through the guide of each set,
 * loops and segments; and reports what is wrong. Bytes come through {@link write} in chunks of any size. Wrong
 * counts, missing trailers and unknown sets are findings; reading goes on. The only error thrown is X12Error, by
 * input that is no X12 at all.
 */
export class X12Engine implements SegmentSink {
  private readonly options: EngineOptions;
  private readonly reader: SegmentReader;
  private readonly tracker: EnvelopeTracker;
  /** Repairs made since the last segment; they belong to the interchange of the next. */
  private readonly repairs = new Map<string, FindingInput>();
  private readonly repairsTold = new Set<string>();

  constructor(options: EngineOptions) {
    const { guides, listeners = [], validate: validating = true, channel, limits = {} } = options;
    this.options = options;
    this.reader = new SegmentReader(this, limits);
    this.tracker = new EnvelopeTracker({
      guides,
      listeners,
      validating,
      channel,
      report: (finding) => this.report(finding),
    });
    const context = { validating, report: (finding: FindingInput) => this.report(finding) };
    for (const listener of listeners) listener.begin?.(context);
  }

  write(chunk: Uint8Array): void {
    this.reader.write(chunk);
  }

  /** The input is over: closes what is open and returns how many bytes were read. */
  end(): number {
    const bytes = this.reader.finish();
    this.tellRepairs();
    this.tracker.finish();
    for (const listener of this.options.listeners ?? []) listener.end?.(bytes);
    return bytes;
  }

  isa(isa: SegmentCursor): void {
    this.tracker.isa(isa);
    this.repairsTold.clear();
    this.tellRepairs();
  }

  segment(segment: SegmentCursor): void {
    if (this.repairs.size > 0) this.tellRepairs();
    this.tracker.segment(segment);
  }

  windowMoves(): void {
    this.tracker.windowMoves();
  }

  repair(kind: RepairKind, offset: number, before: string, after: string): void {
    const key = repairKey(kind, offset, after);
    if (!this.repairs.has(key)) this.repairs.set(key, repairFinding(kind, offset, before, after));
  }

  /** Each kind of repair is told once for an interchange, where it was first needed. */
  private tellRepairs(): void {
    for (const [key, finding] of this.repairs) {
      if (this.repairsTold.has(key)) continue;
      this.repairsTold.add(key);
      this.report(finding);
    }
    this.repairs.clear();
  }

  private report(finding: FindingInput): void {
    const { onFinding, showValues = false } = this.options;
    if (onFinding === undefined) return;
    const { interchange, group, set } = this.tracker;
    const place = { interchange: interchange?.header, group: group?.header, set: set?.header };
    onFinding(makeFinding(finding, place, showValues));
  }
}

function repairKey(kind: RepairKind, offset: number, after: string): string {
  if (kind === 'segment_too_long') return `${kind} ${offset}`;
  return kind === 'encoding' ? `${kind} ${after}` : kind;
}
