import { decimalText } from '../../values/decimal-text.ts';
import { amountText, type X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import {
  type AnyField,
  compactDay,
  type FixedElement,
  type RecordSpec,
  type Scalar,
} from '../model/field.ts';
import { layoutOf, type NamedField, orderOfLoop, type SegmentLayout, segmentAt } from '../model/layout.ts';

type WritableRecord = Readonly<Record<string, unknown>>;

/** Writes a typed value, which has the fields of the description. */
export function recordWriter<T extends object>(
  loop: string,
  spec: RecordSpec<T>,
): (writer: X12Writer, value: WriterInput<T>) => void {
  const write = loopWriter(loop, spec);
  return (writer, value) => write(writer, value as WritableRecord, 0);
}

/** Writes a record; `index` is its place in the list that holds it. */
type RecordWriter = (writer: X12Writer, record: WritableRecord, index: number) => void;

/** Writes the segments of a loop and the loops under it by their description, in the order of the guide. */
function loopWriter(loop: string, spec: RecordSpec<object>): RecordWriter {
  const steps = joinGroups(stepsOf(loop, spec).sort((a, b) => a.order - b.order));
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

/** Makes one step of neighbours in the same group, so that a record without the group skips them at once. */
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

function stepsOf(loop: string, spec: RecordSpec<object>): Step[] {
  const { fields, isParty } = spec;
  const own = layoutOf(loop, spec).map((layout): Step => {
    const write = segmentWriter(layout, spec.fixed ?? []);
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
      return stepsOf(loop, record).map(({ order, write }) => ({ order, name, write, isGroup: true }));
    }
    if (typeof place !== 'object' || place.in !== 'loop') return [];
    const [first = ''] = place.loops;
    return [{ order: orderOfLoop(first), name, write: within(name, loopWriter(first, record)) }];
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

function isRecord(value: unknown): value is WritableRecord {
  return typeof value === 'object' && value !== null;
}

function segmentWriter(layout: SegmentLayout, fixed: readonly FixedElement[]): RecordWriter {
  const [path = ''] = layout.paths;
  const { id, qualifier } = segmentAt(path);
  switch (layout.kind) {
    case 'custom': {
      const { custom } = layout;
      return (writer, record, index) => custom.write(record, writer, index);
    }
    case 'values': {
      const [name] = layout.field;
      return (writer, record) => {
        for (const value of listOf<string>(record[name])) writer.segment(id, value);
      };
    }
    case 'records': {
      const [name, { record: spec }] = layout.field;
      const constants = fixed.filter(([segment]) => segment === id);
      const write = elementsWriter(id, undefined, Object.entries(spec.fields), constants);
      return within(name, write);
    }
    case 'elements': {
      const constants = fixed.filter(([segment]) => segment === layout.key);
      const byQualifier = Map.groupBy(layout.fields, ([, field]) => whenOf(field) ?? qualifier);
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

type Put = (elements: Element[], value: unknown) => void;
type Element = string | undefined | (string | undefined)[];

/** Writes a segment when one of its fields has a value. A qualifier is the first element unless a field is. */
function elementsWriter(
  id: string,
  qualifier: string | undefined,
  fields: readonly NamedField[],
  fixed: readonly FixedElement[],
): RecordWriter {
  const names = fields.map(([name]) => name);
  const puts = fields.map(([, field]) => putOf(field));
  const constants: FixedElement[] = [...fixed];
  if (qualifier !== undefined) constants.unshift([id, 1, 0, qualifier]);
  if (id === 'DTP') constants.push([id, 2, 0, 'D8']);
  const blank = (): Element[] => {
    const elements: Element[] = [];
    for (const [, element, component, text] of constants) set(elements, element, component, text);
    return elements;
  };
  return (writer, record) => {
    let elements: Element[] | undefined;
    for (let i = 0; i < names.length; i++) {
      const value = record[names[i] ?? ''];
      if (value === undefined || isEmpty(value)) continue;
      elements ??= blank();
      puts[i]?.(elements, value);
    }
    if (elements !== undefined) writer.segment(id, ...elements);
  };
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function set(elements: Element[], element: number, component: number, text: string): void {
  while (elements.length < element) elements.push(undefined);
  if (component === 0) {
    elements[element - 1] = text;
    return;
  }
  const known = elements[element - 1];
  const parts = Array.isArray(known) ? known : [];
  while (parts.length < component) parts.push(undefined);
  parts[component - 1] = text;
  elements[element - 1] = parts;
}

/** Puts the value of a field into the elements of its segment. */
function putOf(field: AnyField): Put {
  if (field.kind === 'memory' || typeof field.place !== 'object')
    throw new RangeError('A field has no segment');
  if (field.kind === 'element') {
    const { element, component, qualifier } = field.place;
    const text = textOf(field.scalar);
    if (qualifier === undefined) return (elements, value) => set(elements, element, component, text(value));
    return (elements, value) => {
      if (component > 0) set(elements, element, component - 1, qualifier);
      else set(elements, element - 1, 0, qualifier);
      set(elements, element, component, text(value));
    };
  }
  if (field.kind === 'element-list') {
    const { element, component, last, of } = field.place;
    const text = textOf(field.scalar);
    const room = of === 'components' ? last - component + 1 : last - element + 1;
    return (elements, value) => {
      listOf<unknown>(value)
        .slice(0, room)
        .forEach((one, i) => {
          if (of === 'components') set(elements, element, component + i, text(one));
          else set(elements, element + i, 0, text(one));
        });
    };
  }
  const { place, record } = field;
  if (place.in !== 'composite') throw new RangeError('A loop has no element');
  const components = componentsOf(record);
  if (field.kind === 'record') {
    return (elements, value) => {
      if (isRecord(value)) elements[place.element - 1] = components(value);
    };
  }
  return (elements, value) => {
    for (const one of listOf<WritableRecord>(value)) elements.push(components(one));
  };
}

/** In the record of a composite the element numbers are those of its components. */
function componentsOf(spec: RecordSpec<object>): (record: WritableRecord) => (string | undefined)[] {
  const parts = Object.entries(spec.fields).map(([name, field]) => [name, putOf(field)] as const);
  return (record) => {
    const components: Element[] = [];
    for (const [name, put] of parts) {
      const value = record[name];
      if (value !== undefined) put(components, value);
    }
    return components.map((part) => (Array.isArray(part) ? part[0] : part));
  };
}

function listOf<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value : [];
}

/** Formats a value of the described type as X12. */
function textOf({ type }: Scalar<unknown>): (value: unknown) => string {
  switch (type) {
    case 'text':
    case 'code':
      return String;
    case 'date':
      return (value) => compactDay(String(value));
    case 'amount':
      return (value) => amountText(Number(value));
    case 'decimal':
    case 'whole':
      return (value) => decimalText(Number(value));
  }
}
