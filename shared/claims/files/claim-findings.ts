import {
  LevelTracker,
  type OpenLevel,
  type SharedLevel,
  sharedLevels,
} from '#x12/837p/build/level-tracker.ts';
import { combineConsumers, type SetConsumer, type SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { envelopeNames, type FindingRecord, findingRecord, keepsDraft } from '../claims/finding.ts';

/** Numbers that place a late finding: set, level, number of the level, text, segment and byte. */
const rowLength = 6;
/** Texts that are kept apart. A file has few, unless a sender makes up segments. */
const maxTexts = 5_000;

/** A finding without its place. `detail` is the end of its reference, after set and segment. */
interface FindingText extends Omit<FindingRecord, 'reference' | 'segment_index' | 'byte_offset'> {
  readonly detail: string;
}

/**
 * Findings about levels that were reported after claims under them. A file may lack a segment at each of a million subscribers, so
 * texts are kept once, and a finding is a row of numbers.
 */
export class LateFindings {
  private readonly texts: FindingText[] = [];
  private readonly known = new Map<string, number>();
  private rows = new Float64Array(rowLength * 64);
  private count = 0;
  /** Rows in the order of their levels, once they are asked for. */
  private sorted: Uint32Array | undefined;

  add(set: number, { level, number }: OpenLevel, finding: Finding): void {
    if ((this.count + 1) * rowLength > this.rows.length) {
      const grown = new Float64Array(2 * this.rows.length);
      grown.set(this.rows);
      this.rows = grown;
    }
    const text = this.textFor(finding);
    const at = [
      set,
      sharedLevels.indexOf(level),
      number,
      text,
      finding.segmentIndex ?? -1,
      finding.byteOffset,
    ];
    this.rows.set(at, rowLength * this.count++);
    this.sorted = undefined;
  }

  /** The findings about a level of a set, in the order of the file. */
  of({ interchange, group, set }: SetContext, { level, number }: OpenLevel): readonly FindingRecord[] {
    if (this.count === 0) return [];
    const sought = [set.inFile, sharedLevels.indexOf(level), number];
    const found: FindingRecord[] = [];
    const envelopes = envelopeNames({
      interchange: interchange.controlNumber,
      group: group.controlNumber,
      transaction: set.controlNumber,
    });
    const sorted = this.inOrder();
    for (let i = this.firstOf(sought, sorted); i < this.count; i++) {
      const row = sorted[i] ?? 0;
      if (this.compare(row, sought) !== 0) break;
      const index = this.cell(row, 4);
      const text = this.texts[this.cell(row, 3)];
      if (text === undefined) continue;
      const { detail, ...rest } = text;
      found.push({
        ...rest,
        ...envelopes,
        reference: index < 0 ? detail : `${set.controlNumber}.${index}${detail}`,
        ...(index >= 0 && { segment_index: index }),
        byte_offset: this.cell(row, 5),
      });
    }
    return found;
  }

  private textFor(finding: Finding): number {
    const { reference, segment_index, byte_offset, interchange, group, transaction, ...rest } =
      findingRecord(finding);
    const start = `${finding.transaction}.${segment_index}`;
    const detail =
      segment_index !== undefined && reference.startsWith(start) ? reference.slice(start.length) : reference;
    const text: FindingText = { ...rest, detail };
    const key = JSON.stringify(text);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.texts.length >= maxTexts)
      return this.texts.findIndex(({ severity }) => severity === rest.severity);
    this.known.set(key, this.texts.length);
    return this.texts.push(text) - 1;
  }

  private cell(row: number, column: number): number {
    return this.rows[rowLength * row + column] ?? 0;
  }

  /** Compares the level of a row with the sought one. */
  private compare(row: number, sought: readonly number[]): number {
    for (const [column, value] of sought.entries()) {
      const difference = this.cell(row, column) - value;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  private inOrder(): Uint32Array {
    this.sorted ??= Uint32Array.from({ length: this.count }, (_, row) => row).sort(
      (a, b) => this.compare(a, [this.cell(b, 0), this.cell(b, 1), this.cell(b, 2)]) || a - b,
    );
    return this.sorted;
  }

  private firstOf(sought: readonly number[], sorted: Uint32Array): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(sorted[middle] ?? 0, sought) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Maximum findings of a claim or level, in addition to the first one that keeps the claim in lane `draft`. */
const maxFindings = 200;

/**
 * Assigns findings to claims: each claim gets its own and those of its billing provider, subscriber, patient and set. A
 * missing part of a level is reported at the end of the level, after its claims. So the first reading of a file collects such
 * late findings, and the second reading assigns them.
 */
export class ClaimFindings {
  private readonly levels = new LevelTracker();
  private readonly earlier: LateFindings | undefined;
  private readonly late = new LateFindings();
  /** The late findings of the levels that were open last. */
  private readonly lateOf = new Map<SharedLevel, { number: number; count: number; keepsDraft: boolean }>();
  private readonly byLevel = new Map<SharedLevel, { number: number; findings: FindingRecord[] }>();
  /** Number of the level that the last claim was under. */
  private readonly ofLastClaim = new Map<SharedLevel, number>();
  private ofClaim: FindingRecord[] = [];
  private set: SetContext | undefined;

  /** @param earlier late findings of a first reading */
  constructor(earlier?: LateFindings) {
    this.earlier = earlier;
  }

  /** Tracks the levels of a set around the consumer that builds its claims. */
  observe(consumer: SetConsumer, set: SetContext): SetConsumer {
    this.set = set;
    this.byLevel.clear();
    this.lateOf.clear();
    this.ofLastClaim.clear();
    return combineConsumers([this.levels.trackEntries(), consumer, this.levels.trackExits()]);
  }

  add(finding: Finding): void {
    const about = this.levels.subjectOf(finding);
    if (about === undefined) return;
    if (about === 'claim') push(this.ofClaim, finding);
    else if (this.ofLastClaim.get(about.level) === about.number) this.addLate(about, finding);
    else push(this.findingsOf(about), finding);
  }

  take(): readonly FindingRecord[] {
    const open = this.levels.openLevels();
    for (const { level, number } of open) this.ofLastClaim.set(level, number);
    const { set, earlier } = this;
    const shared = open.flatMap((level) => [
      ...this.findingsOf(level),
      ...(set === undefined || earlier === undefined ? [] : earlier.of(set, level)),
    ]);
    const findings = [...shared.filter(concernsClaim), ...this.ofClaim];
    this.ofClaim = [];
    return findings;
  }

  get lateFindings(): LateFindings {
    return this.late;
  }

  private findingsOf({ level, number }: OpenLevel): FindingRecord[] {
    const known = this.byLevel.get(level);
    if (known?.number === number) return known.findings;
    const findings: FindingRecord[] = [];
    this.byLevel.set(level, { number, findings });
    return findings;
  }

  private addLate(open: OpenLevel, finding: Finding): void {
    const { level, number } = open;
    const known = this.lateOf.get(level);
    const of = known?.number === number ? known : { number, count: 0, keepsDraft: false };
    const isNeeded = keepsDraft(finding) && !of.keepsDraft;
    if (of.count >= maxFindings && !isNeeded) return;
    of.count++;
    of.keepsDraft ||= keepsDraft(finding);
    this.lateOf.set(level, of);
    if (this.set !== undefined) this.late.add(this.set.set.inFile, open, finding);
  }
}

function push(findings: FindingRecord[], finding: Finding): void {
  const isFull = findings.length >= maxFindings;
  if (!isFull || (keepsDraft(finding) && !findings.some(keepsDraft))) findings.push(findingRecord(finding));
}

/** Warnings about a set or a billing provider are reported with the file only. */
function concernsClaim({ severity, loop }: FindingRecord): boolean {
  return severity === 'error' || severity === 'fatal' || /^20[01]0[BC]/.test(loop ?? '');
}
