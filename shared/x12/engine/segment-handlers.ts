import { compiledGuide } from '../guide/compile.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { Segment } from '../reader/segment.ts';
import { once } from '../values/once.ts';
import type { LoopNode, SegmentNode, SetConsumer, Trailer } from './consumer.ts';

/** T while handlers fill it in. */
export type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K];
};

/** Handlers for segments and loops of a guide. S is the state that they work on. */
export interface SegmentHandlers<S> {
  /** By path: `2300/REF-G1`, `/BHT`. */
  readonly segments?: Readonly<Record<string, (state: S, segment: Segment) => void>>;
  /** By loop id. `segment` is the trigger, or the first segment of a loop whose trigger is missing. */
  readonly enter?: Readonly<Record<string, (state: S, segment: Segment) => void>>;
  /** By loop id. `isComplete` is false when the set ends inside the loop without SE. */
  readonly leave?: Readonly<Record<string, (state: S, isComplete: boolean) => void>>;
  readonly end?: (state: S, trailer: Trailer) => void;
}

export interface CompiledHandlers<S> {
  consumer(state: S): SetConsumer;
}

/**
 * Compiles handlers to arrays at first use: one lookup per segment. The first consumer throws RangeError for a path that
 * the guide does not have.
 */
export function compileHandlers<S>(guide: GuideSpec, handlers: SegmentHandlers<S>): CompiledHandlers<S> {
  const tables = once((): HandlerTables<S> => {
    const { segments, loops } = compiledGuide(guide);
    return {
      segments: byNumber(guide, segments, handlers.segments ?? {}),
      enter: byNumber(guide, loops, handlers.enter ?? {}),
      leave: byNumber(guide, loops, handlers.leave ?? {}),
      end: handlers.end,
    };
  });
  return { consumer: (state) => new HandlerConsumer(tables(), state) };
}

interface HandlerTables<S> {
  readonly segments: readonly (((state: S, segment: Segment) => void) | undefined)[];
  readonly enter: readonly (((state: S, segment: Segment) => void) | undefined)[];
  readonly leave: readonly (((state: S, isComplete: boolean) => void) | undefined)[];
  readonly end: ((state: S, trailer: Trailer) => void) | undefined;
}

/** A class, because V8 compiles the closures of each set anew. */
class HandlerConsumer<S> implements SetConsumer {
  private readonly tables: HandlerTables<S>;
  private readonly state: S;

  constructor(tables: HandlerTables<S>, state: S) {
    this.tables = tables;
    this.state = state;
  }

  enter(loop: LoopNode, segment: Segment): void {
    this.tables.enter[loop.number]?.(this.state, segment);
  }

  segment(node: SegmentNode, segment: Segment): void {
    this.tables.segments[node.number]?.(this.state, segment);
  }

  leave(loop: LoopNode, isComplete: boolean): void {
    this.tables.leave[loop.number]?.(this.state, isComplete);
  }

  end(trailer: Trailer): void {
    this.tables.end?.(this.state, trailer);
  }
}

function byNumber<A>(
  guide: GuideSpec,
  nodes: ReadonlyMap<string, { readonly number: number }>,
  handlers: Readonly<Record<string, A>>,
): (A | undefined)[] {
  const found: (A | undefined)[] = Array.from({ length: nodes.size + 1 }, () => undefined);
  for (const [path, handler] of Object.entries(handlers)) {
    const node = nodes.get(path);
    if (node === undefined) throw new RangeError(`The guide ${guide.name} has no ${path}`);
    found[node.number] = handler;
  }
  return found;
}
