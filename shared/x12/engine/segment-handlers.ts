import { compiledGuide } from '../guide/compile.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { Segment } from '../reader/segment.ts';
import type { SetConsumer, Trailer } from './consumer.ts';

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

/** Compiles handlers to arrays: one lookup per segment. Throws RangeError for a path that the guide does not have. */
export function compileHandlers<S>(guide: GuideSpec, handlers: SegmentHandlers<S>): CompiledHandlers<S> {
  const { segments, loops } = compiledGuide(guide);
  const bySegment = byNumber(guide, segments, handlers.segments ?? {});
  const onEnter = byNumber(guide, loops, handlers.enter ?? {});
  const onLeave = byNumber(guide, loops, handlers.leave ?? {});
  return {
    consumer: (state) => ({
      enter: (loop, segment) => onEnter[loop.number]?.(state, segment),
      segment: (node, segment) => bySegment[node.number]?.(state, segment),
      leave: (loop, isComplete) => onLeave[loop.number]?.(state, isComplete),
      end: (trailer) => handlers.end?.(state, trailer),
    }),
  };
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
