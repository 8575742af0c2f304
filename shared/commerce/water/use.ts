import type { WaterLog } from '../water-logs/contract.ts';
import { type Litres, litresOf, noLitres, partOf } from './volume.ts';

/** Water between two readings of a meter, after `from` and up to `to`. */
export interface MeteredUse {
  readonly field_id?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly litres: Litres;
}

export interface Entries {
  readonly logs: readonly Pick<WaterLog, 'field_id' | 'field_name' | 'gallons' | 'logged_at'>[];
  readonly uses: readonly MeteredUse[];
}

interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** Water of one field in one period. Entries without the id of a field are grouped by its name. */
export interface FieldUse {
  readonly field_id?: string | undefined;
  readonly field_name?: string | undefined;
  readonly metered: Litres;
  readonly estimated: Litres;
}

/**
 * The water of each field in a period. Metered water is spread evenly over the time between its readings. Logs at a time that a
 * meter of their field covers are left out, because the meter has counted their water.
 */
export function useByField({ logs, uses }: Entries, { start, end }: Period): readonly FieldUse[] {
  const fields = new Map<string, FieldUse>();
  const add = (key: string, identity: Partial<FieldUse>, metered: Litres, estimated: Litres) => {
    const sum = fields.get(key);
    fields.set(key, {
      ...(sum ?? identity),
      metered: (sum?.metered ?? noLitres).plus(metered),
      estimated: (sum?.estimated ?? noLitres).plus(estimated),
    });
  };
  for (const use of uses) {
    const { field_id } = use;
    const part = litresWithin(use, start.getTime(), end.getTime());
    if (part.gt(0)) add(`id ${field_id ?? ''}`, field_id === undefined ? {} : { field_id }, part, noLitres);
  }
  const isCovered = coverOf(uses);
  for (const { field_id, field_name, gallons, logged_at } of logs) {
    const time = Date.parse(logged_at);
    if (time < start.getTime() || time >= end.getTime() || isCovered(field_id, logged_at)) continue;
    const key = field_id !== undefined ? `id ${field_id}` : field_name ? `name ${field_name}` : 'id ';
    const identity = field_id !== undefined ? { field_id } : field_name ? { field_name } : {};
    add(key, identity, noLitres, litresOf(gallons, 'gallons'));
  }
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
}

/** The part of a use in a period. Parts of adjoining periods add up to the whole, because each is a difference of sums. */
function litresWithin({ from, to, litres }: MeteredUse, start: number, end: number): Litres {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const until = (time: number) =>
    time >= last ? litres : time <= first ? noLitres : partOf(litres, time - first, last - first);
  return until(end).minus(until(start));
}

interface Span {
  readonly from: string;
  to: string;
}

/** Whether a meter of a field covers a time: after one reading, up to a later one. */
function coverOf(uses: readonly MeteredUse[]): (fieldId: string | undefined, time: string) => boolean {
  const spans = new Map<string, Span[]>();
  for (const { field_id, from, to } of uses.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (field_id === undefined) continue;
    const known = spans.get(field_id) ?? [];
    const last = known.at(-1);
    if (last === undefined || from > last.to) known.push({ from, to });
    else if (to > last.to) last.to = to;
    spans.set(field_id, known);
  }
  return (fieldId, time) => {
    const known = fieldId === undefined ? [] : (spans.get(fieldId) ?? []);
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((known[middle]?.to ?? '') < time) low = middle + 1;
      else high = middle;
    }
    const span = known[low];
    return span !== undefined && span.from < time;
  };
}
