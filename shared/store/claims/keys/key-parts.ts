import { createHash } from 'node:crypto';
import { foldedNumber } from '#claims/claim/folded-number.ts';

export const claimsIndexes = { first: 'gsi1', second: 'gsi2' } as const;

/** Key attributes of an item in the first index. */
export interface FirstIndexKeys {
  readonly gsi1pk: string;
  readonly gsi1sk: string;
}

/** Key attributes of an item in the second index. */
export interface SecondIndexKeys {
  readonly gsi2pk: string;
  readonly gsi2sk: string;
}

export const inFirstIndex = (gsi1pk: string, gsi1sk: string): FirstIndexKeys => ({ gsi1pk, gsi1sk });
export const inSecondIndex = (gsi2pk: string, gsi2sk: string): SecondIndexKeys => ({ gsi2pk, gsi2sk });

/** `YYYY-MM` of a time. */
export const monthOf = (at: string): string => at.slice(0, 'YYYY-MM'.length);

/** A sort key by time; the id makes it unique. */
export const timeKey = (at: string, id: string): string => `${at}#${id}`;

/** The id in a {@link timeKey}. */
export const idOfTimeKey = (sortKey: string): string => sortKey.slice(sortKey.lastIndexOf('#') + 1);

/** A number with leading zeros, which sorts as text. */
export const counted = (n: number, digits: number): string => String(n).padStart(digits, '0');

export const folded = (text: string): string => bounded(foldedNumber(text));

/**
 * A text of a file as part of a key. DynamoDB limits a partition key to 2,048 bytes and a sort key to 1,024, and ranges of
 * sort keys end with `~`; a longer text, or one with other characters, is replaced by its hash.
 */
export const bounded = (text: string): string =>
  /^[ -}]{0,100}$/.test(text) ? text : createHash('sha256').update(text).digest('base64url');
