import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ShareInput } from './contract.ts';

const idBytes = 9;
const signatureBytes = 6;
const idLength = 12;
const codeLength = 20;

/** The id of the link of a code in a channel, the same every time. */
export const linkId = (key: Buffer, { brand_id, referral_code, channel }: ShareInput): string =>
  hmac(key, `link\n${brand_id}\n${referral_code.toLowerCase()}\n${channel}`, idBytes).toString('base64url');

/** The code in the address of a link: its id and a signature, so that guesses are refused without a look-up. */
export const linkCode = (key: Buffer, id: string): string => `${id}${signatureOf(key, id)}`;

/** The id in a code; undefined for a code that this key has not signed. */
export function linkIdIn(key: Buffer, code: string): string | undefined {
  if (code.length !== codeLength) return undefined;
  const id = code.slice(0, idLength);
  const [given, expected] = [code.slice(idLength), signatureOf(key, id)].map((text) => Buffer.from(text));
  return given?.length === expected?.length && given && expected && timingSafeEqual(given, expected)
    ? id
    : undefined;
}

const signatureOf = (key: Buffer, id: string): string =>
  hmac(key, `signature\n${id}`, signatureBytes).toString('base64url');

const hmac = (key: Buffer, text: string, bytes: number): Buffer =>
  createHmac('sha256', key).update(text).digest().subarray(0, bytes);

/** A visitor on one day. Without the salt of that day, nobody can find the address again. */
export const visitorHash = (
  salt: string,
  { sourceIp, userAgent }: { readonly sourceIp: string; readonly userAgent: string },
): string => createHash('sha256').update(`${salt}\n${sourceIp}\n${userAgent}`).digest('base64url');

/** The address of the shop with the code of the referrer. */
export function shopAddress(shopUrl: string, referralCode: string): string {
  const address = new URL(shopUrl);
  address.searchParams.set('ref', referralCode);
  return address.href;
}
