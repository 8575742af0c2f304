import { createHash } from 'node:crypto';
import { Big } from 'big.js';
import type { WaterLog } from '#contract/commerce/water-logs.ts';
import { foldedText } from '#contract/fields.ts';
import type { MeteredUse } from '../water/use.ts';
import { gallonsIn } from '../water/volume.ts';

/** Counters of a field, with the letters of their attributes for each quarter hour. */
export const waterCounters = { microgallons: 'm', log_count: 'n', metered_microgallons: 'k' } as const;
export type WaterCounter = keyof typeof waterCounters;

/** Gallons are counted in millionths. */
const scale = 1_000_000;

/** DynamoDB adds numbers of 38 digits, and entries may have any size. */
const maxGallons = 1e12;

/** What an entry or a metered use adds to its field. */
export interface WaterFigures {
  /** Identifies the field in keys: its id, a hash of its name, or `-`. */
  readonly field: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly microgallons: bigint;
}

/** What a metered use adds to its field; undefined for one that is too large to count. */
export function meteredFigures({ field_id, litres }: MeteredUse): WaterFigures | undefined {
  return figuresOf(gallonsIn(litres), field_id === undefined ? {} : { field_id });
}

/** What an entry adds to its field; undefined for an entry that is too large to count. */
export function waterFigures({ field_id, field_name, gallons }: WaterLog): WaterFigures | undefined {
  return figuresOf(new Big(gallons), {
    ...(field_id !== undefined && { field_id }),
    ...(field_name !== undefined && { field_name }),
  });
}

function figuresOf(
  gallons: Big,
  subject: { readonly field_id?: string; readonly field_name?: string },
): WaterFigures | undefined {
  if (gallons.gt(maxGallons)) return undefined;
  const microgallons = BigInt(gallons.times(scale).toFixed(0, Big.roundHalfUp));
  return { field: fieldOf(subject.field_id, subject.field_name), subject, microgallons };
}

function fieldOf(id: string | undefined, name: string | undefined): string {
  if (id !== undefined) return id;
  const text = foldedText(name ?? '');
  return text ? createHash('sha256').update(text).digest('hex').slice(0, 32) : '-';
}

/** Gallons for JSON: the double next to the exact figure. */
export const gallonsOf = (microgallons: bigint): number => Number(`${microgallons}e-6`);
