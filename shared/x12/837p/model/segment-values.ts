import type { Segment } from '../../reader/segment.ts';
import { noItems } from './empty-record.ts';

/** Values that the readers of descriptions share. */

/** Text of an element or component; undefined when it is missing or empty. */
export const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** Appends to a list that may still be the shared empty one; returns the list to keep. */
export function appended<T>(list: T[], value: T): T[] {
  if (list === noItems) return [value];
  list.push(value);
  return list;
}

export function elementTexts(segment: Segment, from: number, to: number): string[] {
  const list: string[] = [];
  for (let e = from; e <= to; e++) if (segment.has(e)) list.push(segment.text(e));
  return list;
}

export function componentTexts(segment: Segment, element: number, from: number, to: number): string[] {
  const count = Math.min(segment.componentCount(element), to);
  let list: string[] | undefined;
  for (let part = from; part <= count; part++) {
    const value = segment.component(element, part);
    if (value === '') continue;
    if (list === undefined) list = [value];
    else list.push(value);
  }
  return list ?? noItems;
}

/** Whole numbers as components: one digit each but for 10 to 12. What is not a number has a finding. */
export function pointerList(segment: Segment, element: number, max: number): number[] {
  const count = Math.min(segment.componentCount(element), max);
  const list: number[] = [];
  for (let part = 1; part <= count; part++) {
    const digit = segment.packedComponent(element, part) - 0x30;
    const pointer = digit >= 0 && digit <= 9 ? digit : Number(segment.component(element, part) || Number.NaN);
    if (Number.isInteger(pointer)) list.push(pointer);
  }
  return list;
}
