import { decimalText } from '../values/decimal-text.ts';
import { amountText, checkedText, separators } from '../writer/writer.ts';
import {
  type AnyField,
  compactDay,
  type ElementField,
  type FixedElement,
  type RecordField,
  type RecordListField,
  type RecordSpec,
  type Scalar,
} from './field.ts';
import type { NamedField } from './layout.ts';

export type WritableRecord = Readonly<Record<string, unknown>>;

/** Makes a text from a record; an empty one when the record holds no value for it. */
type TextOf = (record: WritableRecord) => string;

/** One element of a segment, or one component of a composite. */
interface Part {
  /** Number of the element or component. */
  readonly at: number;
  /** `other`: the function `other` makes the text. All other kinds take the value of the field. */
  readonly kind: Scalar<unknown>['type'] | 'other';
  readonly name: string;
  readonly other: TextOf;
}

/**
 * Returns the text of a segment without its terminator; empty when no field has a value. The text grows part by part,
 * because an array of elements takes longer to make than their text.
 */
export function segmentText(
  id: string,
  fields: readonly NamedField[],
  fixed: readonly FixedElement[],
): TextOf {
  const parts = partsOf(fields, fixed);
  const scalars = new Set(parts.filter(({ kind }) => kind !== 'other').map(({ name }) => name));
  const others = fields.map(([name]) => name).filter((name) => !scalars.has(name));
  return (record) => {
    let line = id;
    let last = 0;
    let hasScalar = false;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      const text = part === undefined ? '' : partText(part, record);
      if (part === undefined || text === '') continue;
      if (part.kind !== 'other') hasScalar = true;
      line += separators.elements(part.at - last) + text;
      last = part.at;
    }
    return hasScalar || others.some((name) => hasContent(record[name])) ? line : '';
  };
}

function hasContent(value: unknown): boolean {
  return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function partText(part: Part, record: WritableRecord): string {
  if (part.kind === 'other') return part.other(record);
  const value = record[part.name];
  return value === undefined || value === '' ? '' : scalarText(part.kind, value);
}

/** Formats a value of the described type as X12. */
export function scalarText(type: Scalar<unknown>['type'], value: unknown): string {
  switch (type) {
    case 'text':
    case 'code':
      return checkedText(String(value));
    case 'date':
      return checkedText(compactDay(String(value)));
    case 'amount':
      return amountText(Number(value));
    case 'decimal':
    case 'whole':
      return decimalText(Number(value));
  }
}

const nothing = () => '';

/** Parts in the order of their numbers. Components of one element are one part. */
function partsOf(fields: readonly NamedField[], fixed: readonly FixedElement[]): Part[] {
  const parts: Part[] = [];
  const composites = new Map<number, Part[]>();
  const add = (element: number, component: number, part: Omit<Part, 'at'>) => {
    if (component === 0) parts.push({ at: element, ...part });
    else composites.set(element, [...(composites.get(element) ?? []), { at: component, ...part }]);
  };
  const other = (text: TextOf) => ({ kind: 'other', name: '', other: text }) as const;
  for (const [, element, component, text] of fixed)
    add(
      element,
      component,
      other(() => text),
    );
  for (const [name, field] of fields) addField(name, field, add);
  for (const [element, components] of composites)
    parts.push({ at: element, ...other(compositeText(components)) });
  return ordered(parts);
}

/** Parts in the order of their numbers. A constant at the place of a field is written when the field has no value. */
function ordered(parts: readonly Part[]): Part[] {
  const byPlace = new Map<number, Part>();
  for (const part of parts) {
    const known = byPlace.get(part.at);
    const other: TextOf = (record) => partText(part, record) || (known?.other(record) ?? '');
    byPlace.set(part.at, known === undefined ? part : { at: part.at, kind: 'other', name: part.name, other });
  }
  return [...byPlace.values()].sort((a, b) => a.at - b.at);
}

type AddPart = (element: number, component: number, part: Omit<Part, 'at'>) => void;

function addField(name: string, field: AnyField, add: AddPart): void {
  if (field.kind === 'memory' || typeof field.place !== 'object')
    throw new RangeError('A field has no segment');
  const other = (element: number, component: number, text: TextOf) =>
    add(element, component, { kind: 'other', name, other: text });
  if (field.kind === 'element') {
    const { element, component, qualifier } = field.place;
    const { type } = field.scalar;
    if (field.implied === undefined) add(element, component, { kind: type, name, other: nothing });
    else other(element, component, (record) => impliedText(record[name], field));
    if (qualifier === undefined) return;
    const at = component > 0 ? ([element, component - 1] as const) : ([element - 1, 0] as const);
    other(...at, (record) => (hasContent(record[name]) ? qualifier : ''));
  } else if (field.kind === 'element-list') {
    const { element, component, last, of } = field.place;
    const isComposite = of === 'components';
    const room = isComposite ? last - component + 1 : last - element + 1;
    for (let i = 0; i < room; i++) {
      const text = itemText(name, i, field.scalar.type);
      if (isComposite) other(element, component + i, text);
      else other(element + i, 0, text);
    }
  } else if (field.place.in === 'elements') {
    addGroups(name, field, other);
  } else if (field.place.in === 'composite') {
    const components = recordText(field.record);
    if (field.kind === 'record') {
      other(field.place.element, 0, (record) => {
        const value = record[name];
        return isRecord(value) ? components(value) : '';
      });
    } else if (field.place.elements !== undefined) {
      for (const [i, element] of field.place.elements.entries())
        other(element, 0, (record) => {
          const list = record[name];
          const item: unknown = Array.isArray(list) ? list[i] : undefined;
          return isRecord(item) ? components(item) : '';
        });
    } else other(field.place.element, 0, (record) => joined(record[name], components));
  } else throw new RangeError('A loop has no element');
}

const impliedText = (value: unknown, { implied, scalar }: ElementField): string =>
  value === implied || value === undefined ? '' : scalarText(scalar.type, value);

/** Records in consecutive elements. */
function addGroups(
  name: string,
  { kind, place, record: { fields } }: RecordField | RecordListField,
  other: (element: number, component: number, text: TextOf) => void,
): void {
  if (typeof place !== 'object' || place.in !== 'elements') return;
  for (const [i, start] of place.elements.entries()) {
    for (const part of partsOf(Object.entries(fields), [])) {
      other(start + part.at - 1, 0, (record) => {
        const value = record[name];
        const item: unknown = kind === 'record-list' && Array.isArray(value) ? value[i] : value;
        return isRecord(item) ? partText(part, item) : '';
      });
    }
  }
}

function itemText(name: string, index: number, type: Scalar<unknown>['type']): TextOf {
  return (record) => {
    const list = record[name];
    const value: unknown = Array.isArray(list) ? list[index] : undefined;
    return value === undefined || value === '' ? '' : scalarText(type, value);
  };
}

/** Composites in consecutive elements. */
function joined(list: unknown, components: TextOf): string {
  if (!Array.isArray(list)) return '';
  let text = '';
  let last = 0;
  for (let i = 0; i < list.length; i++) {
    const one = components(list[i]);
    if (one === '') continue;
    text += separators.elements(i - last) + one;
    last = i;
  }
  return text;
}

/** In the record of a composite the element numbers are those of its components. */
function recordText({ fields }: RecordSpec<object>): TextOf {
  return compositeText(partsOf(Object.entries(fields), []));
}

function compositeText(components: readonly Part[]): TextOf {
  const parts = ordered(components);
  return (record) => {
    let composite = '';
    let last = 1;
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      const text = part === undefined ? '' : partText(part, record);
      if (part === undefined || text === '') continue;
      composite += separators.components(part.at - last) + text;
      last = part.at;
    }
    return composite;
  };
}

export function isRecord(value: unknown): value is WritableRecord {
  return typeof value === 'object' && value !== null;
}
