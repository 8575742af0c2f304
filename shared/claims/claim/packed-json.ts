import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** JSON as it is stored: deflated (RFC 1951) in base64, a third of the length that DynamoDB bills. */
export type PackedContent = string;

/** Maximum length of packed content, because DynamoDB limits items to 400 kB. */
export const maxPackedContent = 390_000;

export const packJson = (value: unknown): PackedContent =>
  deflateRawSync(JSON.stringify(value), { level: 3 }).toString('base64');

/** The inverse of {@link packJson}; the caller knows the type. */
export const unpackJson = <T>(packed: PackedContent): T =>
  JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
