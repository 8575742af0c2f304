import { compiledGuide } from '../guide/compile.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { Segment } from '../reader/segment.ts';
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
  readonly leave?: Readonly<Record<string, LeaveHandler<S>>>;
  readonly end?: (state: S, trailer: Trailer) => void;
}

export interface CompiledHandlers<S> {
  consumer(state: S): SetConsumer;
}

/** Compiles handlers to arrays: one lookup per segment. Throws RangeError for a path that the guide does not have. */
export function compileHandlers<S>(guide: GuideSpec, handlers: SegmentHandlers<S>): CompiledHandlers<S> {
  const { segments, loops } = compiledGuide(guide);
  const bySegment = byNumber(guide, segments, handlers.segments ?? {});
  const onEnter = byNumber(guide, loops, handlers.enter ?? {});
  const onLeave = byNumber(guide, loops, handlers.leave ?? {});
  return { consumer: (state) => new HandlerConsumer(state, bySegment, onEnter, onLeave, handlers.end) };
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

type LeaveHandler<S> = (state: S, isComplete: boolean) => void;
type SegmentHandler<S> = (state: S, segment: Segment) => void;

class HandlerConsumer<S> implements SetConsumer {
  private readonly state: S;
  private readonly bySegment: readonly (SegmentHandler<S> | undefined)[];
  private readonly onEnter: readonly (SegmentHandler<S> | undefined)[];
  private readonly onLeave: readonly (LeaveHandler<S> | undefined)[];
  private readonly onEnd: ((state: S, trailer: Trailer) => void) | undefined;

  constructor(
    state: S,
    bySegment: readonly (SegmentHandler<S> | undefined)[],
    onEnter: readonly (SegmentHandler<S> | undefined)[],
    onLeave: readonly (LeaveHandler<S> | undefined)[],
    onEnd: ((state: S, trailer: Trailer) => void) | undefined,
  ) {
    this.state = state;
    this.bySegment = bySegment;
    this.onEnter = onEnter;
    this.onLeave = onLeave;
    this.onEnd = onEnd;
  }

  enter(loop: LoopNode, segment: Segment): void {
    this.onEnter[loop.number]?.(this.state, segment);
  }

  segment(node: SegmentNode, segment: Segment): void {
    this.bySegment[node.number]?.(this.state, segment);
  }

  leave(loop: LoopNode, isComplete: boolean): void {
    this.onLeave[loop.number]?.(this.state, isComplete);
  }

  end(trailer: Trailer): void {
    this.onEnd?.(this.state, trailer);
  }
}
