import type { Finding } from '../findings/finding.ts';
import { makeFinding, repairFinding } from '../findings/finding-factory.ts';
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
  /** Also check elements; otherwise only structure and envelopes are checked. Default true. */
  readonly validate?: boolean;
  /** Show values in findings. Default false: values are masked. */
  readonly showValues?: boolean;
  /** Compared with ISA15 (V013). */
  readonly channel?: Channel;
  readonly limits?: Partial<ReaderLimits>;
}

/**
 * Reads X12 in chunks of any size. Listeners receive interchanges, groups, sets and, through the guide of each set,
 * loops and segments. Faults are findings and do not stop the reading. Throws X12Error only for input that is not X12.
 */
export class X12Engine implements SegmentSink {
  private readonly options: EngineOptions;
  private readonly reader: SegmentReader;
  private readonly tracker: EnvelopeTracker;
  /** Repairs since the last segment; they belong to the interchange of the next one. */
  private readonly repairs = new Map<string, FindingInput>();
  private readonly reportedRepairs = new Set<string>();

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

  /** Ends the input: closes open envelopes and returns the number of bytes. */
  end(): number {
    const bytes = this.reader.finish();
    this.reportRepairs();
    this.tracker.finish();
    for (const listener of this.options.listeners ?? []) listener.end?.(bytes);
    return bytes;
  }

  isa(isa: SegmentCursor): void {
    this.tracker.isa(isa);
    this.reportedRepairs.clear();
    this.reportRepairs();
  }

  segment(segment: SegmentCursor): void {
    if (this.repairs.size > 0) this.reportRepairs();
    this.tracker.segment(segment);
  }

  windowMoves(): void {
    this.tracker.windowMoves();
  }

  repair(kind: RepairKind, offset: number, before: string, after: string): void {
    const key = repairKey(kind, offset, after);
    if (!this.repairs.has(key)) this.repairs.set(key, repairFinding(kind, offset, before, after));
  }

  /** Reports each kind of repair once per interchange, at its first occurrence. */
  private reportRepairs(): void {
    for (const [key, finding] of this.repairs) {
      if (this.reportedRepairs.has(key)) continue;
      this.reportedRepairs.add(key);
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
