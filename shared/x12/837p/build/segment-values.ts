import type { Segment } from '../../reader/segment.ts';
import { grownList } from '../../values/grown-list.ts';

/** Values that compiled readers share. */

/** The shared empty list; frozen, so that nothing can append to it. */
export const noItems: never[] = [];
Object.freeze(noItems);

/** Text of an element or component; undefined when it is missing or empty. */
export const filled = (text: string): string | undefined => (text === '' ? undefined : text);

/** Appends to a list that may still be the shared empty one; returns the list to keep. */
export function appended<T>(list: T[], value: T): T[] {
  return list === noItems ? [value] : grownList(list, value);
}

export function hasValue(record: object): boolean {
  return Object.values(record).some((value) => value !== undefined);
}

export function elementList(segment: Segment, from: number, to: number): string[] {
  const list: string[] = [];
  for (let e = from; e <= to; e++) if (segment.has(e)) list.push(segment.text(e));
  return list;
}

export function componentList(segment: Segment, element: number, from: number, to: number): string[] {
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
export function wholeNumberList(segment: Segment, element: number, max: number): number[] {
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
