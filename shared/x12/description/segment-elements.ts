import type { ElementValue, WriterInput } from '../writer/writer.ts';
import type { Fields, RecordSpec } from './field.ts';
import { scalarText, type WritableRecord } from './segment-text.ts';

/**
 * The elements of a segment with the fields of a record, for `X12Writer.segment`. `segmentText` is faster, for messages of which
 * many are written.
 *
 * @param constants texts of other elements, by number
 */
export function elementsOf<T extends object>(
  { fields }: RecordSpec<T>,
  value: WriterInput<T>,
  constants: Readonly<Record<number, string>> = {},
): readonly ElementValue[] {
  // The value has the fields of the description.
  const elements = componentsOf(fields, value as WritableRecord);
  for (const [element, text] of Object.entries(constants)) elements[Number(element) - 1] = [text];
  return elements;
}

/** The components of each element. */
function componentsOf(fields: Fields, record: WritableRecord): string[][] {
  const elements: string[][] = [];
  const put = (element: number, component: number, text = '') => {
    const components = elements[element - 1] ?? [];
    components[Math.max(component, 1) - 1] = text;
    elements[element - 1] = components;
  };
  for (const [name, field] of Object.entries(fields)) {
    const item = record[name];
    if (
      item === undefined ||
      item === field.implied ||
      field.kind === 'memory' ||
      typeof field.place !== 'object'
    )
      continue;
    if (field.kind === 'element') {
      put(field.place.element, field.place.component, scalarText(field.scalar.type, item));
    } else if (field.kind === 'element-list' && Array.isArray(item)) {
      const { element, component } = field.place;
      for (const [i, one] of item.entries()) put(element, component + i, scalarText(field.scalar.type, one));
    } else if (field.kind === 'record-list' && Array.isArray(item) && field.place.in === 'composite') {
      for (const [i, element] of field.place.elements?.entries() ?? []) {
        const components = item[i] === undefined ? [] : componentsOf(field.record.fields, item[i]);
        for (const [c, texts] of components.entries()) put(element, c + 1, texts?.[0]);
      }
    }
  }
  return elements;
}
