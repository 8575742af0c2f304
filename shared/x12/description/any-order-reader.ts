import type { GuideSpec } from '../guide/guide.ts';
import { type Position, pack, type Segment } from '../reader/segment.ts';
import { once } from '../values/once.ts';
import type { RecordSpec } from './field.ts';
import { lazilyEmpty } from './generated-code.ts';
import { segmentAt } from './layout.ts';
import { type Handler, LoopReader } from './loop-reader.ts';

/** Reads the described segments of one loop in any order and place: for messages whose senders do not keep that of the guide. */
export interface AnyOrderReader<T> {
  /** A record with every field. */
  empty(position?: Position): T;
  /** True for a segment that the description has. */
  has(segment: Segment): boolean;
  /** Reads a segment into an {@link empty} record; leaves out segments that the description does not have. */
  read(record: T, segment: Segment): void;
}

/** The record with the values of another one where it has none. */
export function filledFrom<T extends object>(record: T, other: T): T {
  const known = Object.entries(record).filter(([, value]) => value !== undefined);
  return { ...other, ...Object.fromEntries(known) };
}

/** Handlers of the segments of one id: by their first element, or one for all of them. */
interface HandlersOfId<T> {
  every?: Handler<T> | undefined;
  readonly byQualifier: Map<string, Handler<T> | undefined>;
}

/** Returns a reader of the segments that a description has in a loop. Its code is made at the first segment. */
export function anyOrderReader<T extends object>(
  guide: GuideSpec,
  loop: string,
  spec: RecordSpec<T>,
): AnyOrderReader<T> {
  const handlers = once(() => handlersById(guide, loop, spec));
  const handlerOf = (segment: Segment): Handler<T> | undefined => {
    const ofId = handlers().get(segment.packedId);
    return ofId && (ofId.every ?? ofId.byQualifier.get(segment.text(1)));
  };
  return {
    empty: lazilyEmpty(spec),
    has: (segment) => handlerOf(segment) !== undefined,
    read: (record, segment) => handlerOf(segment)?.(record, segment),
  };
}

function handlersById<T extends object>(
  guide: GuideSpec,
  loop: string,
  spec: RecordSpec<T>,
): ReadonlyMap<number, HandlersOfId<T>> {
  const reader = new LoopReader<T>(guide);
  reader.addSegments(loop, spec, 'open');
  const found = new Map<number, HandlersOfId<T>>();
  for (const [path, handler] of reader.compile().segments) {
    const { id, qualifiers } = segmentAt(guide, path);
    const ofId: HandlersOfId<T> = found.get(pack(id)) ?? { byQualifier: new Map() };
    if (qualifiers.length === 0) ofId.every = handler;
    for (const qualifier of qualifiers) ofId.byQualifier.set(qualifier, handler);
    found.set(pack(id), ofId);
  }
  return found;
}
