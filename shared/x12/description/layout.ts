import { compiledGuide } from '../guide/compile.ts';
import type { GuideSpec } from '../guide/guide.ts';
import type { AnyField, CustomSegment, RecordField, RecordListField, RecordSpec } from './field.ts';

/** Which fields of a description each segment of its loop holds, in the order of the guide. */

/** A field with its name in the record. */
export type NamedField<F extends AnyField = AnyField> = readonly [name: string, field: F];

export type SegmentLayout = {
  /** As the description names the segment. */
  readonly key: string;
  /** Paths in the guide: one, or several for records of any segment of an id. */
  readonly paths: readonly string[];
  /** Of the first path in the guide. */
  readonly order: number;
} & SegmentContent;

type SegmentContent =
  | { readonly kind: 'elements'; readonly fields: NamedField[] }
  | { readonly kind: 'values'; readonly field: NamedField }
  | { readonly kind: 'records'; readonly field: NamedField<RecordField | RecordListField> }
  | { readonly kind: 'custom'; readonly custom: CustomSegment<object> };

/** Throws RangeError for a segment that the loop does not have, unless the description may exceed its loop. */
export function layoutOf(guide: GuideSpec, loop: string, spec: RecordSpec<object>): readonly SegmentLayout[] {
  const { segments } = compiledGuide(guide);
  const layouts = new Map<string, SegmentLayout>();
  const byId: [id: string, NamedField<RecordField | RecordListField>][] = [];
  const add = (keys: readonly string[], content: SegmentContent) => {
    const paths = keys.map((key) => (key.includes('/') ? key : `${loop}/${key}`));
    const [first = ''] = paths;
    const node = segments.get(first);
    if (node === undefined) {
      if (spec.mayExceedLoop) return;
      throw new RangeError(`${guide.name} has no ${first}`);
    }
    const known = layouts.get(first);
    if (known?.kind === 'elements' && content.kind === 'elements') known.fields.push(...content.fields);
    else layouts.set(first, { key: keys[0] ?? '', paths, order: node.number, ...content });
  };
  for (const custom of spec.custom ?? []) add(custom.keys, { kind: 'custom', custom });
  for (const [name, field] of Object.entries(spec.fields)) {
    if (field.kind === 'memory' || typeof field.place !== 'object') continue;
    const { place } = field;
    if ('in' in place && place.in === 'loop') continue;
    const key = place.segment;
    if (isRecord(field) && 'in' in place && place.in === 'segment') {
      const entry: NamedField<RecordField | RecordListField> = [name, field];
      if (segments.has(`${loop}/${key}`)) add([key], { kind: 'records', field: entry });
      else byId.push([key, entry]);
    } else if ('of' in place && place.of === 'segments') add([key], { kind: 'values', field: [name, field] });
    else add([key], { kind: 'elements', fields: [[name, field]] });
  }
  for (const [id, field] of byId) {
    const keys = keysOf(guide, loop, id).filter((key) => !layouts.has(`${loop}/${key}`));
    if (keys.length > 0) add(keys, { kind: 'records', field });
  }
  return [...layouts.values()].sort((a, b) => a.order - b.order);
}

function isRecord(field: AnyField): field is RecordField | RecordListField {
  return field.kind === 'record' || field.kind === 'record-list';
}

/** Keys of the segments of an id in a loop. */
function keysOf(guide: GuideSpec, loop: string, id: string): string[] {
  return [...compiledGuide(guide).segments.values()]
    .filter(({ loopId, spec }) => loopId === loop && spec.id === id)
    .map(({ spec }) => spec.key);
}

/** Place of a loop in the guide, comparable with the order of segments. */
export function orderOfLoop(guide: GuideSpec, id: string): number {
  const order = compiledGuide(guide).loops.get(id)?.edges[0]?.segment.number;
  if (order === undefined) throw new RangeError(`${guide.name} has no loop ${id}`);
  return order;
}

/** Id of the segment at a path, and the values of its first element if they identify it. */
export function segmentAt(
  guide: GuideSpec,
  path: string,
): { readonly id: string; readonly qualifiers: readonly string[] } {
  const node = compiledGuide(guide).segments.get(path);
  if (node === undefined) throw new RangeError(`${guide.name} has no ${path}`);
  const [condition] = node.spec.when;
  const isFirst = condition?.element === 1 && condition.component === undefined;
  return { id: node.spec.id, qualifiers: isFirst ? condition.values : [] };
}
