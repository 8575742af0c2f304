import { feed, feedSync, type Source } from '../engine/source.ts';
import { allGuides } from '../engine/transactions.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { ReaderLimits } from '../reader/reader.ts';
import { bytesPerStep, Walker, type WalkStep } from './walker.ts';

/**
 * Iterates over the steps of a source. An object in place of an async generator, because each `yield` of a generator
 * waits three times.
 */
class StepIterator implements AsyncIterableIterator<WalkStep> {
  private readonly walker: Walker;
  private readonly feeding: AsyncGenerator<number>;
  private steps: readonly WalkStep[] = [];
  private at = 0;
  private isDone = false;
  private reading: Promise<void> | undefined;

  constructor(source: Source, walker: Walker) {
    this.walker = walker;
    this.feeding = feed(source, walker, bytesPerStep);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<WalkStep, undefined>> {
    const value = this.steps[this.at];
    if (value !== undefined && this.reading === undefined) {
      this.at++;
      return Promise.resolve({ value, done: false });
    }
    if (this.isDone) return Promise.resolve({ value: undefined, done: true });
    this.reading ??= this.read();
    return this.reading.then(() => this.next());
  }

  /** Closes the source when the loop ends early. */
  async return(): Promise<IteratorResult<WalkStep, undefined>> {
    this.stop();
    await this.feeding.return(0);
    return { value: undefined, done: true };
  }

  private async read(): Promise<void> {
    try {
      do {
        const { done } = await this.feeding.next();
        this.isDone = done === true;
        this.steps = this.walker.take(this.isDone);
        this.at = 0;
      } while (this.steps.length === 0 && !this.isDone);
    } catch (error) {
      this.stop();
      throw error;
    } finally {
      this.reading = undefined;
    }
  }

  private stop(): void {
    this.isDone = true;
    this.steps = [];
    this.at = 0;
  }
}

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
