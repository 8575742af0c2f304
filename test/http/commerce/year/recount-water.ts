// Water from logs and readings. Litres are doubles here: 16 digits are enough for figures of 12.

import { dateOf, momentOf } from './denver-time.ts';
import type { RawRecords } from './raw-records.ts';

const litresPerGallon = 3.785411784;
const litresPerAcreFoot = 1_233_481.83754752;

interface Use {
  readonly field_id: string;
  readonly from: number;
  readonly to: number;
  readonly litres: number;
}

/** Water between each two readings of the one meter, which counts acre-feet and begins again at 30. */
export function usesOf({ readings }: RawRecords): readonly Use[] {
  const ordered = readings.toSorted((one, other) => (one.read_at < other.read_at ? -1 : 1));
  return ordered.slice(1).map((reading, index) => {
    const before = ordered[index];
    const counted = reading.value - before.value + (reading.kind === 'rollover' ? 30 : 0);
    return {
      field_id: reading.field_id,
      from: Date.parse(before.read_at),
      to: Date.parse(reading.read_at),
      litres: counted * litresPerAcreFoot,
    };
  });
}

export interface ExpectedWater {
  readonly field: string;
  readonly metered: number;
  readonly estimated: number;
}

/** Gallons of each field in a period. A log at a time that the meter covers is not counted again. */
export function expectedWater(
  records: RawRecords,
  { start, end }: { readonly start: number; readonly end: number },
): readonly ExpectedWater[] {
  const uses = usesOf(records);
  const metered = new Map<string, number>();
  const estimated = new Map<string, number>();
  const add = (sums: Map<string, number>, field: string, litres: number) =>
    sums.set(field, (sums.get(field) ?? 0) + litres / litresPerGallon);
  for (const { field_id, from, to, litres } of uses) {
    const shared = Math.min(to, end) - Math.max(from, start);
    if (shared > 0) add(metered, field_id, (litres * shared) / (to - from));
  }
  for (const { field_id, field_name, gallons, logged_at } of records.waterLogs) {
    const at = Date.parse(logged_at);
    const isCovered = uses.some((use) => use.field_id === field_id && use.from < at && at <= use.to);
    if (at >= start && at < end && !isCovered)
      add(estimated, field_id ?? field_name ?? '', gallons * litresPerGallon);
  }
  return [...new Set([...metered.keys(), ...estimated.keys()])].sort().map((field) => ({
    field,
    metered: metered.get(field) ?? 0,
    estimated: estimated.get(field) ?? 0,
  }));
}

export const monthPeriod = (month: string) => {
  const [year = 0, index = 0] = month.split('-').map(Number);
  const next = index === 12 ? `${year + 1}-01` : `${year}-${String(index + 1).padStart(2, '0')}`;
  return {
    start: momentOf(`${month}-01T00:00`).getTime(),
    end: momentOf(`${next}-01T00:00`).getTime(),
  };
};

/** Logs with their local date and the field of analytics: its id, else its name in lower case, else none. */
export const countedLogs = ({ waterLogs }: RawRecords) =>
  waterLogs.map(({ field_id, field_name, gallons, logged_at }) => ({
    field: String(field_id ?? field_name?.trim().toLowerCase() ?? ''),
    gallons: Number(gallons),
    date: dateOf(logged_at),
  }));
