import { createHash } from 'node:crypto';

/** Addresses that differ only in letter case are one person. */
const normalEmail = (email: string): string => email.toLowerCase();

/** SHA-256 (hex) of the address, for keys that must not show it. */
export const emailHash = (email: string): string =>
  createHash('sha256').update(normalEmail(email)).digest('hex');

/**
 * Id of the person with this address in a brand, always the same: UUID of version 5 (RFC 9562 section 5.5) with
 * the brand as its namespace.
 */
export function personId(brandId: string, email: string): string {
  const namespace = Buffer.from(brandId.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(normalEmail(email)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
