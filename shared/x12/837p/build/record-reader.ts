import type { Segment } from '../../reader/segment.ts';
import { noItems, type OpenRecord } from '../model/empty-record.ts';
import type { AnyField, Place, RecordSpec } from '../model/field.ts';
import { appended, componentTexts, elementTexts, pointerList } from '../model/segment-values.ts';

/** Whether a field was set. */
export type FillRecord = (record: OpenRecord, segment: Segment) => boolean;

/** Named fields with places in the same segment. */
export type PlacedFields = readonly (readonly [name: string, field: AnyField])[];

const valueKinds = { text: 0, amount: 1, decimal: 2, date: 3, component: 4, other: 5 } as const;

/** Reads the elements of one segment into fields. A value that is missing or unreadable leaves its field alone. */
export function segmentReader(fields: PlacedFields): FillRecord {
  const steps = fields.map(([name, field]) => stepOf(name, field)).sort((a, b) => a.element - b.element);
  const [only] = steps;
  if (steps.length === 1 && only) return singleReader(only);
  const names = steps.map(({ name }) => name);
  const elements = steps.map(({ element }) => element);
  const components = steps.map(({ component }) => component);
  const kinds = steps.map(({ kind }) => kind);
  const others = steps.map(({ read }) => read);
  return (record, segment) => {
    const { elementCount } = segment;
    let isSet = false;
    for (let i = 0; i < names.length; i++) {
      const element = elements[i] ?? 0;
      if (element > elementCount) break;
      if (!segment.has(element)) continue;
      const value = read(segment, element, kinds[i] ?? 0, components[i] ?? 0, others[i]);
      if (value === undefined) continue;
      record[names[i] ?? ''] = value;
      isSet = true;
    }
    return isSet;
  };
}

function singleReader({ name, element, kind, component, read: other }: Step): FillRecord {
  return (record, segment) => {
    const value = segment.has(element) ? read(segment, element, kind, component, other) : undefined;
    if (value === undefined) return false;
    record[name] = value;
    return true;
  };
}

function read(
  segment: Segment,
  element: number,
  kind: number,
  component: number,
  other: ((segment: Segment) => unknown) | undefined,
): unknown {
  switch (kind) {
    case valueKinds.text:
      return segment.text(element);
    case valueKinds.amount:
      return segment.cents(element);
    case valueKinds.decimal:
      return segment.decimal(element);
    case valueKinds.date:
      return segment.date(element);
    case valueKinds.component:
      return segment.component(element, component) || undefined;
    default:
      return other?.(segment);
  }
}

interface Step {
  readonly name: string;
  readonly element: number;
  readonly component: number;
  readonly kind: number;
  readonly read?: (segment: Segment) => unknown;
}

const scalarKinds = {
  text: valueKinds.text,
  code: valueKinds.text,
  amount: valueKinds.amount,
  decimal: valueKinds.decimal,
  whole: valueKinds.decimal,
  date: valueKinds.date,
} as const;

function stepOf(name: string, field: AnyField): Step {
  const { element, component } = placeOf(field);
  const other = (reader: (segment: Segment) => unknown): Step => ({
    name,
    element,
    component,
    kind: valueKinds.other,
    read: reader,
  });
  if (field.kind === 'record' || field.kind === 'record-list') {
    const compositeOf = compositeReader(field.record);
    if (field.kind === 'record') return other((segment) => compositeOf(segment, element));
    return other((segment) => composites(segment, compositeOf));
  }
  if (field.kind === 'element-list') {
    const { last = element, of = 'elements' } = field.place ?? {};
    if (of === 'elements') return other((segment) => elementTexts(segment, element, last));
    if (field.scalar.type === 'whole') return other((segment) => pointerList(segment, element, last));
    return other((segment) => componentTexts(segment, element, component, last));
  }
  if (field.kind === 'memory') throw new RangeError(`${name} has no place in a segment`);
  const when = field.place?.when;
  const kind = component > 0 ? valueKinds.component : scalarKinds[field.scalar.type];
  if (when === undefined) return { name, element, component, kind };
  return other((segment) =>
    segment.is(1, when) ? read(segment, element, kind, component, undefined) : undefined,
  );
}

/** Element and component of a field; for a composite the component is 0. */
export function placeOf(field: AnyField): Pick<Place, 'element' | 'component'> {
  if (field.kind === 'memory' || typeof field.place !== 'object')
    throw new RangeError('A field has no element');
  if (!('in' in field.place)) return field.place;
  return { element: field.place.in === 'composite' ? field.place.element : 0, component: 0 };
}

type ReadComposite = (segment: Segment, element: number) => object;

function compositeReader({ readComposite }: RecordSpec<object>): ReadComposite {
  if (readComposite === undefined) throw new RangeError('A composite has no reader');
  return readComposite;
}

function composites(segment: Segment, readOne: ReadComposite): readonly object[] {
  let list: object[] = noItems;
  for (let e = 1; e <= segment.elementCount; e++) {
    if (segment.has(e)) list = appended(list, readOne(segment, e));
  }
  return list;
}
