import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { usualJson } from './usual-json.ts';

/** JSON as it is stored: deflated (RFC 1951) in base64, a fifth of the length. */
export type PackedContent = string;

/** Maximum length of packed content, because DynamoDB limits items to 400 kB. */
export const maxPackedContent = 390_000;

/** Text that the compressor assumes before each JSON. */
const dictionary = Buffer.from(usualJson);

export const packJson = (value: unknown): PackedContent => packBytes(value).toString('base64');

/** The inverse of {@link packJson}; the caller knows the type. */
export const unpackJson = <T>(packed: PackedContent): T => unpackBytes(Buffer.from(packed, 'base64'));

/** JSON deflated, without base64. */
export const packBytes = (value: unknown): Buffer =>
  deflateRawSync(JSON.stringify(value), { level: 6, dictionary });

/** The inverse of {@link packBytes}; the caller knows the type. */
export function unpackBytes<T>(bytes: Uint8Array): T {
  // Node allocates a whole chunk, 16 kB by default, for the few hundred bytes of a claim.
  const chunkSize = Math.max(1024, 8 * bytes.length);
  return JSON.parse(inflateRawSync(bytes, { dictionary, chunkSize }).toString('utf8'));
}
