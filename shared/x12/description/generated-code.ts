import type { Position, Segment } from '../reader/segment.ts';
import { grownList } from '../values/grown-list.ts';
import { once } from '../values/once.ts';
import type {
  AnyField,
  ElementField,
  ElementListField,
  Fields,
  RecordListField,
  RecordSpec,
} from './field.ts';

/** Values that compiled readers share. */

/** The shared empty list; frozen, so that nothing can append to it. */
const noItems: never[] = [];
Object.freeze(noItems);

/** Text of an element or component; undefined when it is missing or empty. */
const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** Appends to a list that may still be the shared empty one; returns the list to keep. */
function appended<T>(list: T[], value: T): T[] {
  return list === noItems ? [value] : grownList(list, value);
}

function hasValue(record: object): boolean {
  return Object.values(record).some((value) => value !== undefined);
}

function elementList(segment: Segment, from: number, to: number): string[] {
  const list: string[] = [];
  for (let e = from; e <= to; e++) if (segment.has(e)) list.push(segment.text(e));
  return list;
}

function componentList(segment: Segment, element: number, from: number, to: number): string[] {
  const count = Math.min(segment.componentCount(element), to);
  let list: string[] = noItems;
  for (let part = from; part <= count; part++) {
    const value = segment.component(element, part);
    if (value !== '') list = appended(list, value);
  }
  return list;
}

/** Lists of one number. Most lines point to one diagnosis. */
const singleNumbers: readonly number[][] = Array.from({ length: 10 }, (_, i) => [i]);
for (const list of singleNumbers) Object.freeze(list);

/** Whole numbers as components: one digit each but for 10 to 12. What is not a number has a finding. */
function wholeNumberList(segment: Segment, element: number, max: number): number[] {
  const count = Math.min(segment.componentCount(element), max);
  if (count === 1) {
    const single = singleNumbers[segment.packedComponent(element, 1) - 0x30];
    if (single !== undefined) return single;
  }
  const list: number[] = [];
  for (let part = 1; part <= count; part++) {
    const number = Number(segment.component(element, part) || Number.NaN);
    if (Number.isInteger(number)) list.push(number);
  }
  return list;
}

/**
 * JavaScript code that reads segments by a description. V8 sets a field at full speed only where the code names it, so a
 * loop over a table of fields would be slower. The code contains names and numbers of the descriptions, never data.
 */

/** A typed record while it is filled. */
export type OpenRecord = Record<string, unknown>;

const provided = { appended, componentList, elementList, filled, hasValue, noItems, wholeNumberList };

/** Values that generated code names `v0`, `v1` and so on. */
export class CodeValues {
  private readonly values: unknown[] = [];

  /** Returns the name of a value. */
  nameOf(value: unknown): string {
    const known = this.values.indexOf(value);
    return `v${known < 0 ? this.values.push(value) - 1 : known}`;
  }

  /** Evaluates an expression. */
  evaluate(expression: string): unknown {
    const names = [...Object.keys(provided), ...this.values.map((_, i) => `v${i}`)];
    return new Function(...names, `return ${expression}`)(...Object.values(provided), ...this.values);
  }
}

type MakeEmpty<T> = (position?: Position) => OpenRecord & T;

const makers = new Map<RecordSpec<object>, MakeEmpty<object>>();

/** Returns a function that makes empty records with every field of a description, so that they share a hidden class. */
export function emptyRecord<T extends object>(spec: RecordSpec<T>): MakeEmpty<T> {
  const known = makers.get(spec) ?? makerOf(spec.fields);
  makers.set(spec, known);
  // The fields are those that the description of T has.
  return known as MakeEmpty<T>;
}

/** {@link emptyRecord}, whose code is made at the first record. */
export function lazilyEmpty<T extends object>(spec: RecordSpec<T>): MakeEmpty<T> {
  const maker = once(() => emptyRecord(spec));
  return (position) => maker()(position);
}

function makerOf(fields: Fields): MakeEmpty<object> {
  const values = new CodeValues();
  const members = Object.entries(fields).map(
    ([name, field]) => `${name}: ${name === 'position' ? name : emptyValue(field, values)}`,
  );
  return values.evaluate(`(position) => ({ ${members.join(', ')} })`) as MakeEmpty<object>;
}

function emptyValue(field: AnyField, values: CodeValues): string {
  if (field.kind === 'element-list' || field.kind === 'record-list') return 'noItems';
  if (field.kind === 'element' && field.isRequired) return isNumber(field) ? insteadOf(field) : "''";
  if (field.kind !== 'record' || field.place === undefined || !field.isRequired) return 'undefined';
  const make = emptyRecord(field.record);
  const isOfElements =
    typeof field.place === 'object' && (field.place.in === 'composite' || field.place.in === 'elements');
  return isOfElements ? values.nameOf(Object.freeze(make())) : `${values.nameOf(make)}(position)`;
}

const isNumber = ({ scalar: { type } }: ElementField): boolean =>
  type === 'amount' || type === 'decimal' || type === 'whole';

/** The number that a required field has without its element. */
const insteadOf = ({ implied = 0 }: ElementField): string => String(implied);

/** Code that reads the elements of segment `s` into fields of record `r`. Of repeated segments the last one counts. */
export function assignments(fields: readonly (readonly [string, AnyField])[], values: CodeValues): string {
  const lines = fields.map(([name, field]) => {
    const value = valueCode(field, values);
    const code = `r.${name} = count < ${elementOf(field)} ? ${emptyValue(field, values)} : ${value};`;
    const when = field.kind === 'element' ? field.place?.when : undefined;
    return when === undefined ? code : `if (s.is(1, ${JSON.stringify(when)})) ${code}`;
  });
  return ['const count = s.elementCount;', ...lines].join('\n');
}

/** Code of a record with the elements of segment `s`, from element `e` on if the record is one of several in the segment. */
export function recordCode(fields: Fields, values: CodeValues, isFromE = false): string {
  const members = Object.entries(fields).map(
    ([name, field]) => `${name}: ${name === 'position' ? 's.position()' : valueCode(field, values, isFromE)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/**
 * Returns a function that reads the record of a segment; its code is made at the first one. Fields without an element are
 * empty.
 */
export function segmentReader<T extends object>({ fields }: RecordSpec<T>): (segment: Segment) => T {
  const read = once(() => {
    const values = new CodeValues();
    // The code makes a record of the fields.
    return values.evaluate(`(s) => (${recordCode(fields, values)})`) as (segment: Segment) => T;
  });
  return (segment) => read()(segment);
}

/** The expression that reads a field from segment `s`. */
export function valueCode(field: AnyField, values: CodeValues, isFromE = false): string {
  if (field.kind === 'memory' || field.place === undefined) return emptyValue(field, values);
  if (field.kind === 'element') return elementValue(field, isFromE);
  if (field.kind === 'element-list') return listValue(field);
  const isOfElements = typeof field.place === 'object' && field.place.in === 'elements';
  if (field.kind === 'record-list')
    return `${values.nameOf(isOfElements ? groupsReader(field) : compositesReader(field))}(s)`;
  const reader = isOfElements ? groupReader(field.record) : compositeReader(field.record);
  const element = elementOf(field);
  const value = `${values.nameOf(reader)}(s, ${element})`;
  return field.isRequired ? value : `s.has(${element}) ? ${value} : undefined`;
}

function elementOf(field: AnyField): number {
  if (field.kind === 'memory' || typeof field.place !== 'object' || !('element' in field.place))
    throw new RangeError('A field has no element');
  return field.place.element;
}

function elementValue(field: ElementField, isFromE: boolean): string {
  const { scalar, place, isRequired } = field;
  if (place === undefined) throw new RangeError('A field has no element');
  const { component } = place;
  const element = isFromE ? `e + ${place.element - 1}` : place.element;
  const text = component > 0 ? `s.component(${element}, ${component})` : `s.text(${element})`;
  const instead = isRequired ? ` ?? ${insteadOf(field)}` : '';
  switch (component > 0 ? 'text' : scalar.type) {
    case 'amount':
      return `s.cents(${element})${instead}`;
    case 'decimal':
    case 'whole':
      return `s.decimal(${element})${instead}`;
    case 'date':
      return `s.date(${element})`;
    default:
      return isRequired ? text : `filled(${text})`;
  }
}

function listValue({ scalar, place }: ElementListField): string {
  if (place === undefined) throw new RangeError('A field has no element');
  const { element, component, last, of } = place;
  if (of === 'elements') return `elementList(s, ${element}, ${last})`;
  if (scalar.type === 'whole') return `wholeNumberList(s, ${element}, ${last})`;
  return `componentList(s, ${element}, ${component}, ${last})`;
}

/** Reads the record of a composite, or of the elements from this one on. */
type ReadComposite = (segment: Segment, element: number) => OpenRecord;

function groupReader({ fields }: RecordSpec<object>): ReadComposite {
  const values = new CodeValues();
  // The code makes a record of the fields.
  return values.evaluate(`(s, e) => (${recordCode(fields, values, true)})`) as ReadComposite;
}

function groupsReader({ record, place }: RecordListField): (segment: Segment) => readonly OpenRecord[] {
  const read = groupReader(record);
  const starts = place?.in === 'elements' ? place.elements : [];
  const size = Math.max(...Object.values(record.fields).map(elementOf));
  return (segment) => {
    let list: OpenRecord[] = noItems;
    for (const e of starts) {
      let last = e + size - 1;
      while (last >= e && !segment.has(last)) last--;
      if (last >= e) list = appended(list, read(segment, e));
    }
    return list;
  };
}

/** Reads the record of a composite. The element numbers of its fields are those of components. */
function compositeReader({ fields }: RecordSpec<object>): ReadComposite {
  const members = Object.entries(fields).map(([name, field]) => `${name}: ${componentValue(field)}`);
  // The code makes a record of the fields.
  return new CodeValues().evaluate(`(s, e) => {
    const count = s.componentCount(e);
    return { ${members.join(', ')} };
  }`) as ReadComposite;
}

function componentValue(field: AnyField): string {
  const component = elementOf(field);
  if (field.kind === 'element-list') {
    return `count < ${component} ? noItems : componentList(s, e, ${component}, ${field.place?.last})`;
  }
  const text = `s.component(e, ${component})`;
  if (field.kind === 'element' && field.isRequired) return text;
  return `count < ${component} ? undefined : filled(${text})`;
}

function compositesReader({ record, place }: RecordListField): (segment: Segment) => readonly OpenRecord[] {
  const read = compositeReader(record);
  const elements = place?.in === 'composite' ? place.elements : undefined;
  if (elements !== undefined) {
    return (segment) => {
      const list: OpenRecord[] = [];
      for (const e of elements) if (list.length === 0 || segment.has(e)) list.push(read(segment, e));
      return list;
    };
  }
  return (segment) => {
    let list: OpenRecord[] = noItems;
    for (let e = 1; e <= segment.elementCount; e++) {
      if (segment.has(e)) list = appended(list, read(segment, e));
    }
    return list;
  };
}
