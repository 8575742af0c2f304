import type {
  ElementField,
  Field,
  Fields,
  LoopPlace,
  Place,
  RecordField,
  RecordListField,
  RecordSpec,
  Scalar,
  UsualParty,
} from './field.ts';

/** Fields by the place of a message that holds them. */

interface Options<T> {
  readonly when?: string;
  readonly qualifier?: string;
  readonly about?: string;
  readonly default?: T;
  readonly implied?: T;
  readonly isRequiredInApi?: boolean;
}

/** An element number, or `[element, component]`; in the record of a composite the number of a component. */
type At = number | readonly [element: number, component: number];

/** An element that may be missing. Its segment is that of {@link inSegment} or of the record. */
export function optional<T>(at: At, scalar: Scalar<T>, options: Options<T> = {}): Field<T | undefined> {
  return elementField(at, scalar, options, false);
}

/** An element that the typed value always has; a missing text reads as empty. */
export function required<T>(at: At, scalar: Scalar<T>, options: Options<T> = {}): Field<T> {
  return elementField(at, scalar, options, true);
}

function elementField<T>(
  at: At,
  scalar: Scalar<T>,
  { when, qualifier, ...options }: Options<T>,
  isRequired: boolean,
): ElementField {
  const [number, component] = typeof at === 'number' ? [at, 0] : at;
  const place: Place = {
    segment: '',
    element: number,
    component,
    ...(when !== undefined && { when }),
    ...(qualifier !== undefined && { qualifier }),
  };
  return { kind: 'element', scalar, isRequired, ...options, place };
}

/** The value of a segment that holds one: DTP03, REF02, AMT02, QTY02, NTE02, PWK02. */
export function segmentValue<T>(
  segment: string,
  scalar: Scalar<T>,
  options: Options<T> = {},
): Field<T | undefined> {
  const field = elementField(segment.startsWith('DTP') ? 3 : 2, scalar, options, false);
  return { ...field, place: field.place && { ...field.place, segment } };
}

/** Consecutive elements as a list without gaps. */
export function elements<T>(from: number, to: number, scalar: Scalar<T>): Field<readonly T[]> {
  const place = { segment: '', element: from, component: 0, last: to, of: 'elements' } as const;
  return { kind: 'element-list', scalar, max: to - from + 1, isRequired: false, place };
}

/** Consecutive components of an element as a list without gaps; `max` where the API takes fewer than are read. */
export function components<T>(
  at: number,
  from: number,
  to: number,
  scalar: Scalar<T>,
  options: { readonly max?: number; readonly about?: string } = {},
): Field<readonly T[]> {
  const place = { segment: '', element: at, component: from, last: to, of: 'components' } as const;
  return { kind: 'element-list', scalar, max: to - from + 1, isRequired: false, ...options, place };
}

/** One value for each segment of the key. */
export function valuePerSegment<T>(
  segment: string,
  at: number,
  scalar: Scalar<T>,
  max: number,
): Field<readonly T[]> {
  const place = { segment, element: at, component: 0, last: at, of: 'segments' } as const;
  return { kind: 'element-list', scalar, max, isRequired: false, place };
}

/** The same fields, sent in this segment. */
export function inSegment<F extends Fields>(segment: string, fields: F): F {
  const placed = Object.entries(fields).map(([name, field]) => {
    const { place } = field as ElementField;
    return [name, { ...field, place: place && { ...place, segment } }];
  });
  // The fields keep their kinds and types; only the segment of each place is set.
  return Object.fromEntries(placed) as F;
}

/** A record whose fields have places in several segments of the same loop; absent when none of them is sent. */
export function group<T extends object>(record: RecordSpec<T>): Field<T | undefined> {
  return recordField(record, 'group', false);
}

/** The record of one segment. */
export function segmentRecord<T extends object>(key: string, record: RecordSpec<T>): Field<T | undefined> {
  return recordField(record, { in: 'segment', segment: key }, false);
}

/** A record for each segment of a key, or of an id. */
export function segmentRecords<T extends object>(
  key: string,
  record: RecordSpec<T>,
  max: number,
): Field<readonly T[]> {
  return recordList(record, { in: 'segment', segment: key }, max);
}

/** The record of a composite, which the typed value always has. */
export function compositeRecord<T extends object>(at: number, record: RecordSpec<T>): Field<T> {
  return recordField(record, { in: 'composite', segment: '', element: at }, true);
}

export function optionalComposite<T extends object>(at: number, record: RecordSpec<T>): Field<T | undefined> {
  return recordField(record, { in: 'composite', segment: '', element: at }, false);
}

/** A record for each composite of the segment. */
export function compositeRecords<T extends object>(
  segment: string,
  record: RecordSpec<T>,
  max: number,
): Field<readonly T[]> {
  return recordList(record, { in: 'composite', segment, element: 1 }, max);
}

/** A record for each composite in these elements. The first one is read even if it is empty. */
export function compositesAt<T extends object>(
  elements: readonly [number, ...number[]],
  record: RecordSpec<T>,
): Field<readonly T[]> {
  const [element] = elements;
  return recordList(record, { in: 'composite', segment: '', element, elements }, elements.length);
}

/** The record of consecutive elements from this one on. */
export function elementGroup<T extends object>(element: number, record: RecordSpec<T>): Field<T> {
  return recordField(record, { in: 'elements', segment: '', element, elements: [element] }, true);
}

/** A record for each group of consecutive elements that begins at one of these and has a value. */
export function elementGroups<T extends object>(
  elements: readonly [number, ...number[]],
  record: RecordSpec<T>,
): Field<readonly T[]> {
  const [element] = elements;
  return recordList(record, { in: 'elements', segment: '', element, elements }, elements.length);
}

/** The record of a loop. */
export function loopRecord<T extends object>(
  id: string,
  record: RecordSpec<T>,
  usual?: UsualParty,
): Field<T | undefined> {
  return recordField(record, loopPlace([id], usual), false);
}

/** A record for each loop of these ids. */
export function loopRecords<T extends object>(
  ids: readonly string[],
  record: RecordSpec<T>,
  max: number,
  usual?: UsualParty,
  options: { readonly isRequiredInApi?: boolean } = {},
): Field<readonly T[]> {
  return { ...recordList(record, loopPlace(ids, usual), max), ...options };
}

function loopPlace(ids: readonly string[], usual: UsualParty | undefined): LoopPlace {
  return { in: 'loop', loops: ids, ...(usual && { usual }) };
}

/** A value that a custom segment of the record reads and writes. */
export function custom<T>(
  scalar: Scalar<T>,
  options: { readonly about?: string } = {},
): Field<T | undefined> {
  return { kind: 'element', scalar, isRequired: false, ...options, place: undefined };
}

export function customList<T>(scalar: Scalar<T>, max: number): Field<readonly T[]> {
  return { kind: 'element-list', scalar, max, isRequired: false, place: undefined };
}

export function customRecord<T extends object>(record: RecordSpec<T>): Field<T | undefined> {
  return recordField(record, undefined, false);
}

export function customRecords<T extends object>(record: RecordSpec<T>, max: number): Field<readonly T[]> {
  return recordList(record, undefined, max);
}

/** A record that loops above this one hold and that records share. */
export function above<T extends object>(record: RecordSpec<T>): Field<T> {
  return recordField(record, undefined, true);
}

export function optionalAbove<T extends object>(
  record: RecordSpec<T>,
  options: { readonly about?: string } = {},
): Field<T | undefined> {
  return { ...recordField(record, undefined, false), ...options };
}

/** Known in memory only: positions, and what was noticed while reading. */
export function memory<T>(): Field<T | undefined> {
  return { kind: 'memory', isRequired: false };
}

/** {@link memory} of what the typed value always has. */
export function noted<T>(): Field<T> {
  return { kind: 'memory', isRequired: true };
}

/** A record that the typed value has even without its segments. */
export function present<T>(field: Field<T | undefined>): Field<T> {
  const { sample: _, ...described } = field;
  return { ...described, isRequired: true };
}

/** A list that JSON has even when it is empty. */
export function always<T>(list: Field<readonly T[]>): Field<readonly T[]> {
  return { ...list, isRequired: true };
}

function recordField<T extends object>(
  record: RecordSpec<T>,
  place: RecordField['place'],
  isRequired: boolean,
): RecordField {
  return { kind: 'record', record, place, isRequired };
}

function recordList<T extends object>(
  record: RecordSpec<T>,
  place: RecordListField['place'],
  max: number,
): RecordListField {
  return { kind: 'record-list', record, max, place, isRequired: false };
}
