import type { ElementValue, WriterInput } from '../writer/writer.ts';
import type { RecordSpec } from './field.ts';
import { scalarText, type WritableRecord } from './segment-text.ts';

/**
 * The elements of a segment whose fields are elements, for `X12Writer.segment`: where code adds other elements. `recordWriter` writes
 * what a description has alone.
 *
 * @param constants texts of other elements, by number
 */
export function elementsOf<T extends object>(
  { fields }: RecordSpec<T>,
  value: WriterInput<T>,
  constants: Readonly<Record<number, string>> = {},
): readonly ElementValue[] {
  // The value has the fields of the description.
  const record = value as WritableRecord;
  const elements: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const item = record[name];
    if (item !== undefined && field.kind === 'element' && field.place !== undefined)
      elements[field.place.element - 1] = scalarText(field.scalar.type, item);
  }
  for (const [element, text] of Object.entries(constants)) elements[Number(element) - 1] = text;
  return elements;
}
