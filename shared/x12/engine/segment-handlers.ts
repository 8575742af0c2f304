import { compiledGuide } from '../guide/compile.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { Segment } from '../reader/segment.ts';
import type { LoopNode, SegmentNode, SetConsumer, Trailer } from './consumer.ts';

/** What to do at the segments and loops of a guide; S is what the actions work on. */
export interface SegmentHandlers<S> {
  /** By path: `2300/REF-G1`, `/BHT`. */
  readonly segments?: Readonly<Record<string, (state: S, segment: Segment) => void>>;
  /** By loop id; `segment` is the trigger, or the segment that showed that the trigger is missing. */
  readonly enter?: Readonly<Record<string, (state: S, segment: Segment) => void>>;
  /** `isComplete` is false when the set broke off inside the loop. */
  readonly leave?: Readonly<Record<string, LeaveAction<S>>>;
  readonly end?: (state: S, trailer: Trailer) => void;
}

export interface CompiledHandlers<S> {
  consumer(state: S): SetConsumer;
}

/**
 * Compiles a table of actions to arrays, one look-up a segment. Throws RangeError for a path or loop that the guide
 * does not have.
 */
export function compileHandlers<S>(guide: GuideSpec, table: SegmentHandlers<S>): CompiledHandlers<S> {
  const { segments, loops } = compiledGuide(guide);
  const bySegment = byNumber(guide, segments, table.segments ?? {});
  const onEnter = byNumber(guide, loops, table.enter ?? {});
  const onLeave = byNumber(guide, loops, table.leave ?? {});
  return { consumer: (state) => new HandlerConsumer(state, bySegment, onEnter, onLeave, table.end) };
}

function byNumber<A>(
  guide: GuideSpec,
  nodes: ReadonlyMap<string, { readonly number: number }>,
  table: Readonly<Record<string, A>>,
): (A | undefined)[] {
  const found: (A | undefined)[] = Array.from({ length: nodes.size + 1 }, () => undefined);
  for (const [path, action] of Object.entries(table)) {
    const node = nodes.get(path);
    if (node === undefined) throw new RangeError(`The guide ${guide.name} has no ${path}`);
    found[node.number] = action;
  }
  return found;
}

type LeaveAction<S> = (state: S, isComplete: boolean) => void;
type SegmentAction<S> = (state: S, segment: Segment) => void;

class HandlerConsumer<S> implements SetConsumer {
  private readonly state: S;
  private readonly bySegment: readonly (SegmentAction<S> | undefined)[];
  private readonly onEnter: readonly (SegmentAction<S> | undefined)[];
  private readonly onLeave: readonly (LeaveAction<S> | undefined)[];
  private readonly onEnd: ((state: S, trailer: Trailer) => void) | undefined;

  constructor(
    state: S,
    bySegment: readonly (SegmentAction<S> | undefined)[],
    onEnter: readonly (SegmentAction<S> | undefined)[],
    onLeave: readonly (LeaveAction<S> | undefined)[],
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
