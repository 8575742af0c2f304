import { type ChainHead, emptyHead, headAfter } from '../entries/chain.ts';
import {
  ChainWalk,
  type Fault,
  fault,
  faultAtEnd,
  faultFields,
  type SignedHashes,
  type StoredRow,
  wrongRun,
} from './chain-walk.ts';

/** Reads a chain. All reads are strongly consistent. */
export interface ChainSource {
  /** The empty head of an empty chain; undefined when the stored head is not readable. */
  head(): Promise<ChainHead | undefined>;
  /** Pages of all rows whose key lies in the range of ids, in order. */
  rows(from: number, to: number): AsyncIterable<readonly StoredRow[]>;
  /** The first row after the key of this id. */
  rowAfter(id: number): Promise<StoredRow | undefined>;
}

export interface Verification extends Readonly<ReturnType<typeof faultFields>> {
  /** Valid entries, counted from `from`. */
  readonly checked: number;
  readonly from: number;
  /** Last valid entry; below the end of the requested range when a fault or the time ended the walk. */
  readonly to: number;
  /** The whole range was walked, or a fault ended the walk. */
  readonly complete: boolean;
  readonly head: ChainHead | null;
  /** The entry `to`; null without a valid entry. */
  readonly last: ChainHead | null;
  /** Checkpoints that agree with the entries walked. */
  readonly checkpoints: number;
}

export interface VerifyOptions {
  /** First and last id; the whole chain by default. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Hashes in the checkpoints, read before the chain, because the chain grows. */
  readonly witness: SignedHashes;
  /** Entries in each segment, and segments read at a time. */
  readonly segmentSize?: number;
  readonly parallel?: number;
  /** Asked before each segment: true ends the walk there. */
  readonly outOfTime?: () => boolean;
}

/**
 * Verifies a range of a chain: its entries, its checkpoints, and its head if the range reaches it. Segments are read in
 * parallel. Each begins one row early to link to the previous segment. Memory does not depend on the chain's length.
 */
export async function verifyChain(source: ChainSource, options: VerifyOptions): Promise<Verification> {
  const { witness } = options;
  const stored = (await source.head()) ?? null;
  const head = stored ?? emptyHead;
  const from = Math.max(1, options.from ?? 1);
  const to = Math.min(options.to ?? head.sequence, head.sequence);
  const walked = await walkSegments(source, { ...options, from, to, head });
  const reachedEnd = walked.sound >= to && (options.to ?? Number.POSITIVE_INFINITY) >= head.sequence;
  const found =
    walked.fault ??
    (reachedEnd
      ? faultAtEnd({
          ...{ from, head: stored, last: walked.last, witness },
          beyond: await rowBeyond(source, head),
        })
      : undefined);
  const sound = found ? Math.min(walked.sound, found.first_bad_id - 1) : walked.sound;
  return {
    ...faultFields(found),
    checked: Math.max(0, sound - from + 1),
    from,
    to: sound,
    complete: found !== undefined || walked.sound >= to,
    head: stored,
    last: !found && walked.last ? headAfter(emptyHead, [walked.last]) : null,
    checkpoints: witness
      .keys()
      .filter((id) => id >= from && id <= sound)
      .toArray().length,
  };
}

interface Walked {
  /** All entries up to this id are valid. */
  readonly sound: number;
  readonly last: StoredRow['entry'];
  readonly fault?: Fault | undefined;
  /** See {@link ChainWalk}. */
  readonly firstRun?: number | undefined;
  readonly runEnd?: number | undefined;
}

interface Range extends VerifyOptions {
  readonly from: number;
  readonly to: number;
  readonly head: ChainHead;
}

async function walkSegments(source: ChainSource, range: Range): Promise<Walked> {
  const { segmentSize = 5000, parallel = 4, outOfTime = () => false } = range;
  const stop = new AbortController();
  const running: Promise<Walked>[] = [];
  let walked: Walked = { sound: range.from - 1, last: undefined };
  let start = range.from;
  while (!walked.fault) {
    // Every run walks at least one segment, so it makes progress.
    while (running.length < parallel && start <= range.to && (start === range.from || !outOfTime())) {
      const end = Math.min(start + segmentSize - 1, range.to);
      running.push(walkSegment(source, { ...range, from: start, to: end }, stop.signal));
      start = end + 1;
    }
    const segment = running.shift();
    if (!segment) break;
    walked = continued(walked, await segment);
  }
  stop.abort();
  await Promise.allSettled(running);
  return walked;
}

/** A segment after another one. Its first run begins after the last run before it. */
function continued(before: Walked, segment: Walked): Walked {
  const { firstRun, runEnd = before.runEnd } = segment;
  const expected = before.runEnd === undefined ? undefined : before.runEnd + 1;
  const walked = { ...segment, runEnd };
  if (expected === undefined || (firstRun ?? expected) === expected) {
    const isMissing = firstRun === undefined && expected !== undefined && expected <= segment.sound;
    if (!isMissing) return walked;
  }
  const wrong = Math.min(expected ?? Number.POSITIVE_INFINITY, firstRun ?? Number.POSITIVE_INFINITY);
  if (segment.fault && segment.fault.first_bad_id <= wrong) return walked;
  return { ...walked, sound: wrong - 1, fault: wrongRun(wrong) };
}

async function walkSegment(source: ChainSource, range: Range, signal: AbortSignal): Promise<Walked> {
  const { from, to, head, witness } = range;
  const walk = new ChainWalk(from, witness);
  const done = (fault: Fault | undefined): Walked => {
    const { next, last, firstRun, runEnd } = walk;
    return { sound: next - 1, last, fault, firstRun, runEnd };
  };
  // One row early for the link, one row late to check the last entry.
  for await (const page of source.rows(from - 1, to + 1)) {
    for (const row of page) {
      if (walk.next > to) return done(walk.end(row.entry?.id === to + 1 ? row.entry.prev_hash : undefined));
      const found = walk.take(row);
      if (found) return done(found);
    }
    if (signal.aborted) return done(undefined);
  }
  const found = walk.end(walk.next - 1 === head.sequence ? head.hash : undefined);
  return done(found ?? (walk.next <= to ? await absence(source, walk, head) : undefined));
}

/** The fault of missing entries: in the middle, or from here to the head. */
async function absence(source: ChainSource, { next, lastHash }: ChainWalk, head: ChainHead): Promise<Fault> {
  const following = await source.rowAfter(next);
  if (following) return fault(next, 'missing_entry', `Entry ${next} is missing; others follow`);
  if (lastHash === head.hash) {
    return fault(
      next,
      'head_disagrees',
      `The head is at ${head.sequence} with the hash of entry ${next - 1}`,
    );
  }
  return fault(next, 'truncated_end', `Entries ${next} to ${head.sequence} are missing`);
}

/** The first row that follows a head; undefined without one, or if the chain has grown since the head was read. */
export async function rowBeyond(
  source: ChainSource,
  { sequence }: ChainHead,
): Promise<StoredRow | undefined> {
  const beyond = await source.rowAfter(sequence);
  const now = beyond && (await source.head());
  const isGrowth = beyond?.id !== undefined && now !== undefined && now.sequence >= beyond.id;
  return isGrowth ? undefined : beyond;
}
