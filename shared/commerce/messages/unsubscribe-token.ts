import { createHmac, timingSafeEqual } from 'node:crypto';

/** Who unsubscribes from what, as an unsubscribe link says it. It names no address. */
export interface Unsubscription {
  readonly brand_id: string;
  readonly contact_id: string;
  readonly campaign_id: string;
  readonly channel: 'email' | 'sms';
}

const version = 1;
const channels = ['email', 'sms'] as const;
const idBytes = 16;
const payloadBytes = 2 + 3 * idBytes;

/** A signed token: one byte of version, one of channel, three ids, and their HMAC-SHA256, in base64url. It never expires. */
export function unsubscribeToken(unsubscription: Unsubscription, key: string): string {
  const { brand_id, contact_id, campaign_id, channel } = unsubscription;
  const payload = Buffer.concat([
    Buffer.from([version, channels.indexOf(channel)]),
    ...[brand_id, contact_id, campaign_id].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')),
  ]);
  return Buffer.concat([payload, macOf(payload, key)]).toString('base64url');
}

/** The content of a token; undefined for a token that was not signed with the key. */
export function readUnsubscribeToken(token: string, key: string): Unsubscription | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const payload = bytes.subarray(0, payloadBytes);
  const mac = bytes.subarray(payloadBytes);
  const expected = macOf(payload, key);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined;
  const channel = channels[payload[1] ?? -1];
  if (payload[0] !== version || channel === undefined) return undefined;
  const [brand_id, contact_id, campaign_id] = [0, 1, 2].map((index) =>
    idFrom(payload.subarray(2 + index * idBytes, 2 + (index + 1) * idBytes)),
  );
  if (brand_id === undefined || contact_id === undefined || campaign_id === undefined) return undefined;
  return { brand_id, contact_id, campaign_id, channel };
}

const macOf = (payload: Buffer, key: string): Buffer =>
  createHmac('sha256', key).update('granary unsubscribe ').update(payload).digest();

const idFrom = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
