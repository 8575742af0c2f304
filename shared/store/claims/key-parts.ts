import { foldedNumber } from '#claims/claims/batch.ts';
import type { ItemKey, KeyPrefix } from '../dynamodb/items.ts';
import { encodedText } from '../records/key-pattern.ts';

export const itemKey = (pk: string, sk: string): ItemKey => ({ pk, sk });

export const keysUnder = (pk: string, prefix = ''): KeyPrefix => ({ pk, prefix });

export const inFirstIndex = (gsi1pk: string, gsi1sk: string) => ({ gsi1pk, gsi1sk });
export const inSecondIndex = (gsi2pk: string, gsi2sk: string) => ({ gsi2pk, gsi2sk });
export const inThirdIndex = (gsi3pk: string, gsi3sk: string) => ({ gsi3pk, gsi3sk });

/** `YYYY-MM` of a time. */
export const monthOf = (at: string): string => at.slice(0, 'YYYY-MM'.length);

/** A sort key by time; the id makes it unique. */
export const timeKey = (at: string, id: string): string => `${at}#${id}`;

/** Bounds of sort keys that begin with a time. */
export const timeBounds = (from: string | undefined, to: string | undefined) => ({
  from,
  to: to && `${to}~`,
});

/** The id in a {@link timeKey}. */
export const idOfTimeKey = (sortKey: string): string => sortKey.slice(sortKey.lastIndexOf('#') + 1);

/** A number with leading zeros, which sorts as text. */
export const counted = (n: number, digits: number): string => String(n).padStart(digits, '0');

export const folded = (text: string): string => encodedText(foldedNumber(text));
