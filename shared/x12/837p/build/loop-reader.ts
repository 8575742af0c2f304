import type { Segment } from '../../reader/segment.ts';
import { emptyRecord, type OpenRecord } from '../model/empty-record.ts';
import type { RecordField, RecordListField, RecordSpec, SegmentReader } from '../model/field.ts';
import { layoutOf, type SegmentLayout } from '../model/layout.ts';
import { type Handler, type OpenLoops, slotOf } from './open-loops.ts';
import { appended, placeOf, segmentReader } from './record-reader.ts';

/** The handlers that read a loop and the loops under it, by path of a segment and by id of a loop. */
export interface LoopHandlers {
  readonly segments: Record<string, Handler>;
  readonly enter: Record<string, Handler>;
}

type RecordOf = (open: OpenLoops) => OpenRecord;

/** Adds the handlers that read a loop by its description into the record that `recordOf` finds. */
export function readLoop(
  into: LoopHandlers,
  loop: string,
  spec: RecordSpec<object>,
  recordOf: RecordOf,
): void {
  for (const layout of layoutOf(loop, spec)) {
    const own = spec.readers?.[layout.key];
    const fill = own ?? fillerOf(layout, spec);
    for (const path of layout.paths)
      into.segments[path] = (open, segment) => fill(recordOf(open), segment, 0);
  }
  for (const [name, field] of Object.entries(spec.fields)) {
    if (field.kind !== 'record' && field.kind !== 'record-list') continue;
    const { place } = field;
    if (place === 'group') readGroup(into, loop, name, field.record, recordOf);
    else if (typeof place === 'object' && place.in === 'loop') {
      for (const id of place.loops) enterLoop(into, id, name, field, recordOf);
    }
  }
}

/** Makes the record of a loop that begins, and puts it into its parent. */
function enterLoop(
  into: LoopHandlers,
  id: string,
  name: string,
  { kind, record: spec }: RecordField | RecordListField,
  parentOf: RecordOf,
): void {
  const make = emptyRecord(spec);
  const slot = slotOf(spec);
  into.enter[id] = (open, segment) => {
    const record: OpenRecord = make();
    record['position'] = segment.position();
    const parent = parentOf(open);
    parent[name] = kind === 'record' ? record : appended(parent[name], record);
    open.open(slot, record);
  };
  readLoop(into, id, spec, (open) => open.record(slot));
}

/** A group is made when one of its loops comes, or one of its segments gives it a value. */
function readGroup(
  into: LoopHandlers,
  loop: string,
  name: string,
  spec: RecordSpec<object>,
  parentOf: RecordOf,
): void {
  const make = emptyRecord(spec);
  const groupOf = (parent: OpenRecord): OpenRecord => {
    // A group holds a record or nothing.
    parent[name] ??= make();
    return parent[name] as OpenRecord;
  };
  const group: LoopHandlers = { segments: {}, enter: {} };
  readLoop(group, loop, spec, (open) => groupOf(parentOf(open)));
  Object.assign(into.segments, group.segments);
  Object.assign(into.segments, group.segments);
  Object.assign(into.enter, group.enter);
  for (const layout of layoutOf(loop, spec)) {
    const fill = fillerOf(layout, spec);
    for (const path of layout.paths) {
      into.segments[path] = (open, segment) => {
        const parent = parentOf(open);
        const known = parent[name];
        const group = (known ?? make()) as OpenRecord;
        const isFilled = fill(group, segment);
        if (known === undefined && isFilled && Object.keys(group).length > 0) parent[name] = group;
      };
    }
  }
}

/** Fills a record from one segment; true when the record received a value. */
type Fill = (record: OpenRecord, segment: Segment) => boolean;

function ownReader(reader: SegmentReader<object> | undefined): Fill | undefined {
  return (
    reader &&
    ((record, segment) => {
      reader(record, segment, 0);
      return true;
    })
  );
}

function fillerOf(layout: SegmentLayout, { readers }: RecordSpec<object>): Fill {
  switch (layout.kind) {
    case 'elements':
      return ownReader(readers?.[layout.key]) ?? segmentReader(layout.fields);
    case 'values': {
      const [name, field] = layout.field;
      const { element } = placeOf(field);
      return (record, segment) => {
        record[name] = appended(record[name], segment.text(element));
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
        record[name] = kind === 'record' ? made : appended(record[name], made);
        return true;
      };
    }
    case 'custom': {
      const { custom } = layout;
      return (record, segment) => {
        custom.read(record, segment);
        return true;
      };
    }
  }
}
