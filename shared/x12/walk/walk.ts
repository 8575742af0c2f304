import { feedSync, type Source } from '../engine/source.ts';
import { allGuides } from '../engine/transactions.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { ReaderLimits } from '../reader/reader.ts';
import { StepIterator } from './step-iterator.ts';
import { bytesPerStep, Walker, type WalkStep } from './walker.ts';

export interface WalkOptions {
  /** Guides that give the loops. Default: all guides of the engine. */
  readonly guides?: readonly GuideSpec[];
  readonly limits?: Partial<ReaderLimits>;
}

/**
 * Walks over every segment of a file in file order, envelopes included, with the loops of its guide. Sets without a guide
 * are walked without loops. Memory does not grow with the source. Throws X12Error for input that is not X12.
 */
export function walk(source: Source, options: WalkOptions = {}): AsyncIterableIterator<WalkStep> {
  const { guides = allGuides, limits = {} } = options;
  return new StepIterator(source, new Walker(guides, limits));
}

/** `walk` for bytes in memory. */
export function* walkSync(bytes: Uint8Array, options: WalkOptions = {}): Generator<WalkStep> {
  const { guides = allGuides, limits = {} } = options;
  const walker = new Walker(guides, limits);
  for (const _ of feedSync(bytes, walker, bytesPerStep)) yield* walker.take(false);
  yield* walker.take(true);
}
