import type { GuideSpec } from '../guide/guide.ts';
import { type Position, pack, type Segment } from '../reader/segment.ts';
import { once } from '../values/once.ts';
import type { Filling, RecordSpec } from './field.ts';
import { lazilyEmpty } from './generated-code.ts';
import { layoutOf, segmentAt } from './layout.ts';
import { type Handler, LoopReader } from './loop-reader.ts';

/** Reads the described segments of one loop in any order and place: for messages whose senders do not keep that of the guide. */
export interface AnyOrderReader<T> {
  /** A record with every field. */
  empty(position?: Position): Filling<T>;
  /** True for a segment that the description has. */
  has(segment: Segment): boolean;
  /** The field of a segment that has one value, such as a REF. */
  fieldOf(segment: Segment): (keyof T & string) | undefined;
  /** Reads a segment into an {@link empty} record; leaves out segments that the description does not have. */
  read(record: T, segment: Segment): void;
}

/** The record with the values of another one where it has none. */
export function filledFrom<T extends object>(record: T, other: T): T {
  const known = Object.entries(record).filter(([, value]) => value !== undefined);
  return { ...other, ...Object.fromEntries(known) };
}

interface Described<T> {
  readonly handler: Handler<T>;
  readonly field: (keyof T & string) | undefined;
}

/** The segments of one id: by their first element, or one for all of them. */
interface SegmentsOfId<T> {
  every?: Described<T>;
  readonly byQualifier: Map<number, Described<T>>;
}

/** Returns a reader of the segments that a description has in a loop. Its code is made at the first segment. */
export function anyOrderReader<T extends object>(
  guide: GuideSpec,
  loop: string,
  spec: RecordSpec<T>,
): AnyOrderReader<T> {
  const segments = once(() => segmentsById(guide, loop, spec));
  const find = (segment: Segment): Described<T> | undefined => {
    const ofId = segments().get(segment.packedId);
    return ofId && (ofId.every ?? ofId.byQualifier.get(segment.packed(1)));
  };
  return {
    // Each call makes a record, which its reader fills.
    empty: lazilyEmpty(spec) as AnyOrderReader<T>['empty'],
    has: (segment) => find(segment) !== undefined,
    fieldOf: (segment) => find(segment)?.field,
    read: (record, segment) => find(segment)?.handler(record, segment),
  };
}

function segmentsById<T extends object>(
  guide: GuideSpec,
  loop: string,
  spec: RecordSpec<T>,
): ReadonlyMap<number, SegmentsOfId<T>> {
  const reader = new LoopReader<T>(guide);
  reader.addSegments(loop, spec, 'open');
  const fields = new Map(
    layoutOf(guide, loop, spec).flatMap((layout) =>
      layout.kind === 'elements' && layout.fields.length === 1
        ? [[layout.paths[0], layout.fields[0]?.[0]]]
        : [],
    ),
  );
  const found = new Map<number, SegmentsOfId<T>>();
  for (const [path, handler] of reader.compile().segments) {
    if (handler === undefined) continue;
    const { id, qualifiers } = segmentAt(guide, path);
    const ofId: SegmentsOfId<T> = found.get(pack(id)) ?? { byQualifier: new Map() };
    // The fields are those that the description of T has.
    const described = { handler, field: fields.get(path) as keyof T & string };
    if (qualifiers.length === 0) ofId.every = described;
    for (const qualifier of qualifiers) ofId.byQualifier.set(pack(qualifier), described);
    found.set(pack(id), ofId);
  }
  return found;
}
