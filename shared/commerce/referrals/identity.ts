import { createHash } from 'node:crypto';

/** Providers that ignore dots before the `@`. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * SHA-256 (hex) of the mailbox behind an address: without regard to letter case, without what follows a plus sign, and for
 * Gmail without dots.
 */
export function mailboxHash(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  return sha256(`${dotless.has(domain) ? name.replaceAll('.', '') : name}@${domain}`);
}

/** SHA-256 (hex) of a phone number by its last ten digits, because people write prefixes in many ways. */
export const phoneHash = (phone: string): string => sha256(phone.replaceAll(/\D/g, '').slice(-10));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
