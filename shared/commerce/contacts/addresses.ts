import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { uuid } from '#contract/fields.ts';
import { type Channel, channels } from './contact-fields.ts';

/** E-mail addresses that differ only in letter case are the same. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Providers that ignore dots before the `@`. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an e-mail address: without what follows a plus sign, and for Gmail without dots. googlemail.com is
 * gmail.com.
 */
function mailboxOf(email: string): string {
  const normal = normalEmail(email);
  const at = normal.lastIndexOf('@');
  const domain = normal.slice(at + 1);
  const [name = ''] = normal.slice(0, at).split('+');
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Calling codes of countries whose numbers lose a leading 0 abroad. Those of Italy keep it. */
const trunkZero =
  /^\+(20|27|3[0-36]|4[013-79]|5[18]|6[0-46]|8[1246]|9[0-48]|21[238]|233|234|25[1456]|26[03]|35[1-9]|37[0-7]|38[0-79]|42[01]|85[56]|880|886|96[1-8]|97[1267]|99[2-68])0+/;

/**
 * The form in which phone numbers are compared: digits with a leading `+` where the country is known. `00` and `011` are read
 * as `+`, and a number of ten digits as one of North America. A 0 that is dialed only within the country is left out:
 * `+44 (0)20 7946 0018` is `+442079460018`.
 */
export function normalPhone(phone: string): string {
  const [text = ''] = phone
    .normalize('NFKC')
    .trim()
    .split(/\s*(?:ext\b|ext\.|x|#|;)/i);
  const digits = text.replaceAll(/\D/g, '');
  const international = internationalDigits(text, digits);
  return international === undefined ? digits : `+${international}`.replace(trunkZero, '+$1');
}

/** The digits after the `+`; undefined for a number of an unknown country. */
function internationalDigits(text: string, digits: string): string | undefined {
  if (/^[^\d]*\+/.test(text)) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('011') && digits.length > 11) return digits.slice(3);
  if (digits.length === 10 && !digits.startsWith('0')) return `1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? digits : undefined;
}

/** An e-mail address or phone number as it was written. */
export interface Written {
  readonly channel: Channel;
  readonly address: string;
}

/** An address of a channel in the form in which addresses are compared. */
export const normalAddress = (channel: Channel, address: string): string =>
  channel === 'email' ? normalEmail(address) : normalPhone(address);

/**
 * Id of an address in a brand: a UUID of version 8 (RFC 9562 section 5.8), which nobody can compute without the brand's key.
 *
 * @param key HMAC key of the brand
 */
export const addressId = (key: Buffer, channel: Channel, address: string): string =>
  keyedId(key, `${channel}:${normalAddress(channel, address)}`);

/** Id of the mailbox of an e-mail address in a brand, as {@link addressId}. */
export const mailboxId = (key: Buffer, email: string): string => keyedId(key, `mailbox:${mailboxOf(email)}`);

function keyedId(key: Buffer, text: string): string {
  const bytes = createHmac('sha256', key).update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** An address or phone number, by a keyed hash, and the contacts that have it. */
export const address = z.object({
  brand_id: uuid,
  id: uuid,
  channel: z.enum(channels),
  /** Id of the mailbox of an e-mail address. */
  mailbox: uuid.optional(),
  /** The first one gets the orders with this address. */
  contact_ids: z.array(uuid),
  /** Of a phone number: the last contacts that had it earlier. A mailbox lists such contacts itself. */
  earlier_ids: z.array(uuid).optional(),
  /** Belongs to several people, or to the brand: leads to no contact. */
  shared: z.boolean(),
  version: z.int(),
});
export type Address = z.output<typeof address>;

/** A mailbox, by a keyed hash, and the contacts with one of its addresses. */
export const mailbox = z.object({
  brand_id: uuid,
  id: uuid,
  contact_ids: z.array(uuid),
  /** Belongs to a member of the brand, or takes the replies to its messages. */
  shared: z.boolean(),
  version: z.int(),
});
export type Mailbox = z.output<typeof mailbox>;

/** A mailbox or number of more contacts is no person. */
const maxOfPerson = 10;

/** Ids of earlier contacts or addresses with one more, without those that are listed otherwise. The oldest are forgotten. */
export const withEarlier = (
  earlier: readonly string[] | undefined,
  more: readonly string[],
  listed: readonly string[],
): string[] =>
  [...new Set([...(earlier ?? []), ...more])].filter((id) => !listed.includes(id)).slice(-maxEarlier);

const maxEarlier = 20;

/** Further contacts with an address are not listed there. Each entry has some 200 bytes. */
export const maxListed = 1000;

/** Whether an address belongs to several people, so that neither limits nor figures of a person can follow it. */
export const isShared = (
  one: Pick<Address, 'contact_ids' | 'shared'>,
  of?: Pick<Mailbox, 'contact_ids' | 'shared'>,
) => one.shared || one.contact_ids.length > maxOfPerson || (of !== undefined && isSharedMailbox(of));

/** Whether a mailbox belongs to several people. */
export const isSharedMailbox = ({ contact_ids, shared }: Pick<Mailbox, 'contact_ids' | 'shared'>): boolean =>
  shared || contact_ids.length > maxOfPerson;

/** The contact whom an address leads to: the first that had it; none for a shared address. */
export const holderOf = (one: Address | undefined, of?: Mailbox): string | undefined =>
  one === undefined || isShared(one, of) ? undefined : one.contact_ids[0];
