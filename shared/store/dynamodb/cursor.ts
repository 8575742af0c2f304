import { createHash } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';

/** Identity of a list: its name, its brand and its filters, in a fixed order. */
export type ListIdentity = readonly (string | undefined)[];

const checksumBytes = 9;

/**
 * A cursor: base64url of a checksum over list and position, and of the position. It grants no access, because the
 * partition comes from the authorized request.
 */
export const encodeCursor = (list: ListIdentity, position: string): string =>
  Buffer.concat([checksum(list, position), Buffer.from(position)]).toString('base64url');

/**
 * The position in a cursor of this list.
 *
 * @throws ApiError invalid_cursor for a cursor of another list, an edited cursor, and any other text
 */
export function decodeCursor(list: ListIdentity, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(checksumBytes).toString('utf8');
  if (encodeCursor(list, position) !== cursor) throw new ApiError('invalid_cursor');
  return position;
}

const checksum = (list: ListIdentity, position: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([position, ...list.map((part) => part ?? null)]))
    .digest()
    .subarray(0, checksumBytes);
