import type { Segment } from '../../reader/segment.ts';
import { emptyRecord, type OpenRecord } from '../model/empty-record.ts';
import type { RecordField, RecordListField, RecordSpec } from '../model/field.ts';
import { layoutOf, type SegmentLayout } from '../model/layout.ts';
import { appended } from '../model/segment-values.ts';
import { type Fill, type Handler, slotOf } from './open-loops.ts';
import { type FillRecord, placeOf, segmentReader } from './record-reader.ts';

/** The handlers that read a loop and the loops under it, by path of a segment and by id of a loop. */
export interface LoopHandlers {
  readonly segments: Record<string, Handler>;
  readonly enter: Record<string, Handler>;
}

/** Makes the handler of a function that fills a record. */
type Bind = (fill: Fill) => Handler;

/** Adds the handlers that read a loop by its description; `bind` gives them the record that they fill. */
export function readLoop(into: LoopHandlers, loop: string, spec: RecordSpec<object>, bind: Bind): void {
  const { segments } = into;
  for (const layout of layoutOf(loop, spec)) {
    const fill = layout.kind === 'custom' ? layout.custom.read : fillerOf(layout);
    for (const path of layout.paths) segments[path] = bind(fill);
  }
  for (const [name, field] of Object.entries(spec.fields)) {
    if (field.kind === 'record' && field.place === 'group') readGroup(into, loop, name, field.record, bind);
  }
  for (const [key, reader] of Object.entries(spec.readers ?? {})) {
    const path = key.includes('/') ? key : `${loop}/${key}`;
    if (segments[path] !== undefined) segments[path] = bind(reader);
  }
  enterLoops(into, spec, bind);
}

function enterLoops(into: LoopHandlers, spec: RecordSpec<object>, bind: Bind): void {
  for (const [name, field] of Object.entries(spec.fields)) {
    if (field.kind !== 'record' && field.kind !== 'record-list') continue;
    const { place } = field;
    if (typeof place !== 'object' || place.in !== 'loop') continue;
    const keep = spec.keepers?.[name] ?? keeper(name, field.kind);
    for (const id of place.loops) enterLoop(into, id, field, keep, bind);
  }
}

type Keep = (parent: OpenRecord, record: OpenRecord) => void;

function keeper(name: string, kind: 'record' | 'record-list'): Keep {
  return (parent, record) => {
    parent[name] = kind === 'record' ? record : withItem(parent[name], record);
  };
}

function withItem(list: unknown, item: unknown): unknown[] {
  return appended(Array.isArray(list) ? list : [], item);
}

/** Makes the record of a loop that begins, and puts it into its parent. */
function enterLoop(
  into: LoopHandlers,
  id: string,
  { record: spec }: RecordField | RecordListField,
  keep: Keep,
  bind: Bind,
): void {
  const make = emptyRecord(spec);
  const slot = slotOf(spec);
  into.enter[id] = bind((parent, segment, { records }) => {
    const record: OpenRecord = make();
    record['position'] = segment.position();
    keep(parent, record);
    records[slot] = record;
  });
  readLoop(into, id, spec, (fill) => ({ slot, fill }));
}

/** A group is made when one of its loops comes, or one of its segments gives it a value. */
function readGroup(
  into: LoopHandlers,
  loop: string,
  name: string,
  spec: RecordSpec<object>,
  bind: Bind,
): void {
  const make = emptyRecord(spec);
  for (const layout of layoutOf(loop, spec)) {
    const fill = layout.kind === 'custom' ? groupFiller(layout.custom.read) : fillerOf(layout);
    const fillGroup: Fill = (parent, segment) => {
      // A group holds a record or nothing.
      const known = parent[name] as OpenRecord | undefined;
      const group = known ?? make();
      if (fill(group, segment)) parent[name] = group;
    };
    for (const path of layout.paths) into.segments[path] = bind(fillGroup);
  }
  enterLoops(into, spec, (fill) =>
    bind((parent, segment, open) => {
      parent[name] ??= make();
      fill(parent[name] as OpenRecord, segment, open);
    }),
  );
}

function groupFiller(read: (record: OpenRecord, segment: Segment) => void): FillRecord {
  return (group, segment) => {
    read(group, segment);
    return Object.keys(group).length > 0;
  };
}

function fillerOf(layout: Exclude<SegmentLayout, { kind: 'custom' }>): FillRecord {
  switch (layout.kind) {
    case 'elements':
      return segmentReader(layout.fields);
    case 'values': {
      const [name, field] = layout.field;
      const { element } = placeOf(field);
      return (record, segment) => {
        record[name] = withItem(record[name], segment.text(element));
        return true;
      };
    }
    case 'records': {
      const [name, { kind, record: spec }] = layout.field;
      const make = emptyRecord(spec);
      const fill = segmentReader(Object.entries(spec.fields));
      return (record, segment) => {
        const made = make();
        fill(made, segment);
        record[name] = kind === 'record' ? made : withItem(record[name], made);
        return true;
      };
    }
  }
}
