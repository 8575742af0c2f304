import type { GuideSpec } from '../guide/guide.ts';
import { once } from '../values/once.ts';
import type { WriterInput, X12Writer } from '../writer/writer.ts';
import type { AnyField, FixedElement, RecordSpec } from './field.ts';
import { layoutOf, type NamedField, orderOfLoop, type SegmentLayout, segmentAt } from './layout.ts';
import { isRecord, segmentText, type WritableRecord } from './segment-text.ts';

/** Writes the segments of a loop, and the loops under it, from a typed value, which has the fields of the description. */
export function recordWriter<T extends object>(
  guide: GuideSpec,
  loop: string,
  spec: RecordSpec<T>,
): (writer: X12Writer, value: WriterInput<T>) => void {
  const write = once(() => loopWriter(guide, loop, spec));
  return (writer, value) => write()(writer, value as WritableRecord, 0);
}

/** Writes a record; `index` is its place in the list that holds it. */
type RecordWriter = (writer: X12Writer, record: WritableRecord, index: number) => void;

/** Writes the segments of a loop and the loops under it by their description, in the order of the guide. */
function loopWriter(guide: GuideSpec, loop: string, spec: RecordSpec<object>): RecordWriter {
  const steps = joinGroups(stepsOf(guide, loop, spec).sort((a, b) => a.order - b.order));
  const names = steps.map(({ name }) => name);
  const writers = steps.map(({ write }) => write);
  return (writer, record, index) => {
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (name === undefined || record[name] !== undefined) writers[i]?.(writer, record, index);
    }
  };
}

interface Step {
  readonly order: number;
  /** The only field that the step writes. */
  readonly name: string | undefined;
  /** Takes the record, or the group that `name` holds. */
  readonly write: RecordWriter;
  readonly isGroup?: boolean;
}

/** Makes one step of neighbors in the same group, so that a record without the group skips them at once. */
function joinGroups(steps: readonly Step[]): Step[] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (step.isGroup && run?.[0]?.isGroup && run[0].name === step.name) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): Step[] => {
    const [first] = run;
    if (first?.name === undefined || !first.isGroup) return run;
    const writers = run.map(({ write }) => write);
    const writeAll: RecordWriter = (writer, group, index) => {
      for (const write of writers) write(writer, group, index);
    };
    return [{ order: first.order, name: first.name, write: within(first.name, writeAll) }];
  });
}

function stepsOf(guide: GuideSpec, loop: string, spec: RecordSpec<object>): Step[] {
  const { fields, isParty } = spec;
  const own = layoutOf(guide, loop, spec).map((layout): Step => {
    const write = segmentWriter(guide, layout, spec.fixed ?? []);
    // A party without NM101 has no loop, but it may have segments in the level above.
    const isInLoop = layout.paths[0]?.startsWith(`${loop}/`);
    const writeParty: RecordWriter = (writer, record, index) => {
      if (record['role'] !== '') write(writer, record, index);
    };
    return {
      order: layout.order,
      name: onlyFieldOf(layout),
      write: isParty && isInLoop ? writeParty : write,
    };
  });
  const nested = Object.entries(fields).flatMap(([name, field]): Step[] => {
    if (field.kind !== 'record' && field.kind !== 'record-list') return [];
    const { place, record } = field;
    if (place === 'group') {
      return stepsOf(guide, loop, record).map(({ order, write }) => ({ order, name, write, isGroup: true }));
    }
    if (typeof place !== 'object' || place.in !== 'loop') return [];
    const [first = ''] = place.loops;
    return [
      { order: orderOfLoop(guide, first), name, write: within(name, loopWriter(guide, first, record)) },
    ];
  });
  return [...own, ...nested];
}

function onlyFieldOf(layout: SegmentLayout): string | undefined {
  if (layout.kind === 'custom') return undefined;
  const [first, ...others] = layout.kind === 'elements' ? layout.fields : [layout.field];
  return others.length === 0 ? first?.[0] : undefined;
}

/** Writes the record, or each record of the list, that a field holds. */
function within(name: string, write: RecordWriter): RecordWriter {
  return (writer, record) => {
    const value = record[name];
    if (Array.isArray(value)) for (let i = 0; i < value.length; i++) write(writer, value[i], i);
    else if (isRecord(value)) write(writer, value, 0);
  };
}

function segmentWriter(
  guide: GuideSpec,
  layout: SegmentLayout,
  fixed: readonly FixedElement[],
): RecordWriter {
  const [path = ''] = layout.paths;
  const {
    id,
    qualifiers: [qualifier],
  } = segmentAt(guide, path);
  switch (layout.kind) {
    case 'custom': {
      const { custom } = layout;
      return (writer, record, index) => custom.write(record, writer, index);
    }
    case 'values': {
      const [name] = layout.field;
      return (writer, record) => {
        const values = record[name];
        if (Array.isArray(values)) for (const value of values) writer.segment(id, value);
      };
    }
    case 'records': {
      const [name, { record: spec }] = layout.field;
      const constants = fixed.filter(([segment]) => segment === id);
      const sent = Object.entries(spec.fields).filter(([, field]) => field.kind !== 'memory');
      const write = elementsWriter(id, undefined, sent, constants);
      return within(name, write);
    }
    case 'elements': {
      const constants = fixed.filter(([segment]) => segment === layout.key);
      const byQualifier = new Map<string | undefined, (typeof layout.fields)[number][]>();
      for (const entry of layout.fields) {
        const value = whenOf(entry[1]) ?? qualifier;
        byQualifier.set(value, [...(byQualifier.get(value) ?? []), entry]);
      }
      const writers = [...byQualifier].map(([value, fields]) => elementsWriter(id, value, fields, constants));
      const [only] = writers;
      if (writers.length === 1 && only) return only;
      return (writer, record, index) => {
        for (const write of writers) write(writer, record, index);
      };
    }
  }
}

function whenOf(field: AnyField): string | undefined {
  if (field.kind !== 'element') return undefined;
  return field.place?.when;
}

/** Writes a segment when one of its fields has a value. A qualifier is the first element unless a field is. */
function elementsWriter(
  id: string,
  qualifier: string | undefined,
  fields: readonly NamedField[],
  fixed: readonly FixedElement[],
): RecordWriter {
  const constants: FixedElement[] = [...fixed];
  if (qualifier !== undefined) constants.unshift([id, 1, 0, qualifier]);
  if (id === 'DTP') constants.push([id, 2, 0, 'D8']);
  const textOf = segmentText(id, fields, constants);
  return (writer, record) => {
    const text = textOf(record);
    if (text !== '') writer.segmentOfText(text);
  };
}
