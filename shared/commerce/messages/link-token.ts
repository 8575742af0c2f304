import { createHmac, timingSafeEqual } from 'node:crypto';

const channels = ['email', 'sms'] as const;

/** What the link of a message is for: the address by its keyed hash, so that the link works when its contact is erased. */
interface Link {
  readonly brand_id: string;
  readonly channel: (typeof channels)[number];
  readonly address_id: string;
}

/** A link that unsubscribes. It never expires. */
export interface Unsubscription extends Link {
  readonly campaign_id: string;
}

/** A link that confirms a consent. */
export interface OptIn extends Link {
  readonly contact_id: string;
  /** Id of the request: a UUID of version 7, which has its time. */
  readonly request_id: string;
}

const version = 1;
const idBytes = 16;

/** A signed token: one byte of version, one of channel, the ids, and their HMAC-SHA256, in base64url. */
const tokenOf = (purpose: string, { channel }: Link, ids: readonly string[], key: string): string => {
  const payload = Buffer.concat([
    Buffer.from([version, channels.indexOf(channel)]),
    ...ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')),
  ]);
  return Buffer.concat([payload, macOf(purpose, payload, key)]).toString('base64url');
};

/** Channel and ids of a token; undefined for a token that was not signed with the key for this purpose. */
function read(purpose: string, token: string, count: number, key: string) {
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(0, 2 + count * idBytes);
  const mac = bytes.subarray(payload.length);
  const expected = macOf(purpose, payload, key);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
  const channel = channels[payload[1] ?? -1];
  if (payload[0] !== version || channel === undefined) return undefined;
  const id = (index: number) => idFrom(payload.subarray(2 + index * idBytes, 2 + (index + 1) * idBytes));
  return { channel, id };
}

export const unsubscribeToken = (link: Unsubscription, key: string): string =>
  tokenOf('unsubscribe', link, [link.brand_id, link.address_id, link.campaign_id], key);

export function readUnsubscribeToken(token: string, key: string): Unsubscription | undefined {
  const found = read('unsubscribe', token, 3, key);
  return (
    found && {
      brand_id: found.id(0),
      channel: found.channel,
      address_id: found.id(1),
      campaign_id: found.id(2),
    }
  );
}

export const optInToken = (link: OptIn, key: string): string =>
  tokenOf('opt-in', link, [link.brand_id, link.address_id, link.contact_id, link.request_id], key);

const optInDays = 7;

/** The content of a token; undefined after seven days. */
export function readOptInToken(
  token: string,
  key: string,
  now: Date,
): (OptIn & { readonly sent_at: Date }) | undefined {
  const found = read('opt-in', token, 4, key);
  if (found === undefined) return undefined;
  const request_id = found.id(3);
  const sent = Number.parseInt(request_id.replaceAll('-', '').slice(0, 12), 16);
  if (now.getTime() > sent + optInDays * 86_400_000) return undefined;
  return {
    brand_id: found.id(0),
    channel: found.channel,
    address_id: found.id(1),
    contact_id: found.id(2),
    request_id,
    sent_at: new Date(sent),
  };
}

const macOf = (purpose: string, payload: Buffer, key: string): Buffer =>
  createHmac('sha256', key).update(`granary ${purpose} `).update(payload).digest();

const idFrom = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
