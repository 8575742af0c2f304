import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { normalPhone } from '#commerce/contacts/addresses.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { isWritten } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { internal, of, place, pointer, record } from '#store/commerce/record.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import {
  getRecord,
  type ItemKey,
  insertion,
  type KeyPrefix,
  putItem,
  updateItem,
} from '#store/dynamodb/items.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { indexKeysIn, keyIn, rangeIn } from '#store/records/place.ts';
import { type MessagingSettings, messagingSettings, silence, suppression } from './contract.ts';

/** The settings of a brand, with version 0 before it has chosen any. */
export const messaging = record(
  {
    name: 'messaging settings',
    schema: messagingSettings,
    records: 'messages',
    pk: 'MESSAGES#{brand_id}',
    sk: 'SETTINGS',
    exported: 'messaging-settings',
    person: 'none',
  },
  ({ brand_id }): MessagingSettings => ({
    brand_id,
    quiet_hours: { start: '21:00', end: '08:00' },
    test_addresses: [],
    version: 0,
  }),
);

/** Addresses that get no messages, by their keyed hash. It outlives contacts and their erasure. */
export const silences = record({
  name: 'silence',
  schema: silence,
  of: suppression,
  records: 'silences',
  pk: 'SILENCES#{brand_id}',
  sk: '{id}',
  exported: 'silences',
  person: 'none',
});

/** When the owner of an address was asked for a consent. */
export const optInRequests = record(
  {
    name: 'opt-in requests of an address',
    schema: z.object({ brand_id: uuid, id: uuid, times: z.array(timestamp), version: z.int() }),
    records: 'messages',
    pk: 'MESSAGES#{brand_id}',
    sk: 'OPTIN#{id}',
    exported: internal,
    person: 'none',
    expires: ({ times }) => new Date(Date.parse(times.at(-1) ?? '') + 31 * 86_400_000),
  },
  ({ brand_id, id }): { brand_id: string; id: string; times: string[]; version: number } => ({
    brand_id,
    id,
    times: [],
    version: 0,
  }),
);

/** The address of the API in the text of a stored message; its sender puts it in. */
export const publicUrl = '{public_url}';

const queued = place(
  'message',
  'messages',
  'MESSAGES#{brand_id}',
  'MESSAGE#{id}',
  'messages',
  of('messages'),
);

/**
 * Brands that send text messages to a phone. Brands share the number of the deployment, so a STOP from the phone holds for all
 * of them.
 */
const threads = place('brands of a phone', 'sms-threads', 'SMSTHREAD#{phone_hash}', '{brand_id}', pointer, {
  indexes: { gsi1: ['SMSTHREAD#BRAND#{brand_id}', '{phone_hash}'] },
});

/** All that the capability stores. */
export const messagePlaces = [messaging, silences, optInRequests, queued, threads];

/** A message that is not part of a campaign. */
export interface NewMessage {
  /** Unique in the brand. The same id is never sent twice. Letters, digits, `-`, `_`, `.` and `:`. */
  readonly id: string;
  /** Absent for a message of the platform itself. */
  readonly brand_id?: string | undefined;
  readonly channel: 'email' | 'sms';
  /** E-mail address, or phone number in E.164. */
  readonly to: string;
  /** What it is for, such as `invitation`. */
  readonly kind: string;
  /** Of an e-mail. */
  readonly subject?: string | undefined;
  readonly text: string;
  /** Of an e-mail; made from the text if absent. */
  readonly html?: string | undefined;
}

export type MessageStatus = 'queued' | 'sending' | 'sent' | 'unknown' | 'failed';

export interface StoredMessage extends Omit<NewMessage, 'text'> {
  /** Absent, as the HTML, after the message has an outcome: it may show a code or the token of an invitation. */
  readonly text?: string | undefined;
  readonly status: MessageStatus;
  readonly run?: string | undefined;
  readonly provider_id?: string | undefined;
  readonly failure?: string | undefined;
  readonly created_at: string;
}

const keptSeconds = 30 * 86_400;

/**
 * The two actions that queue a message, for the transaction of its cause. They fail if the id is taken.
 * {@link messageWork} names the work for `wakeFor`.
 */
export const queueMessage = (message: NewMessage, now: Date): readonly TransactAction[] => [
  insertion({
    ...message,
    ...messageKey(message.brand_id, message.id),
    status: 'queued',
    created_at: now.toISOString(),
    expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
  }),
  scheduleWork({
    ...messageWork(message),
    due: now,
    payload: {
      ...(message.brand_id !== undefined && { brand_id: message.brand_id }),
      message_id: message.id,
    },
  }),
];

type Identity = Pick<NewMessage, 'id' | 'brand_id'>;

/** The work that sends the message. */
export const messageWork = ({ id, brand_id }: Identity) =>
  ({ kind: 'send-message', key: `${brand_id ?? 'platform'}.${id}` }) as const;

/** A queued or sent message, strongly consistent. It is kept for 30 days. */
export const findMessage = (brandId: string | undefined, id: string): Promise<StoredMessage | undefined> =>
  getRecord<StoredMessage>(commerceTable, messageKey(brandId, id));

/** Stores a changed status, if it is still the one of `before` and of the same run. An outcome removes the content. */
export const changeMessage = (
  before: StoredMessage,
  change: Partial<Pick<StoredMessage, 'run' | 'provider_id' | 'failure'>> & {
    readonly status: MessageStatus;
  },
): Promise<boolean> => {
  const fields = Object.entries(change);
  const isFinal = change.status !== 'queued' && change.status !== 'sending';
  return isWritten(
    updateItem(commerceTable, messageKey(before.brand_id, before.id), {
      UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')}${isFinal ? ' REMOVE #text, html' : ''}`,
      ConditionExpression: `#status = :before${before.run === undefined ? '' : ' AND #run = :beforeRun'}`,
      ExpressionAttributeNames: {
        '#status': 'status',
        ...(isFinal && { '#text': 'text' }),
        ...(before.run !== undefined && { '#run': 'run' }),
        ...Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ':before': before.status,
        ...(before.run !== undefined && { ':beforeRun': before.run }),
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
      },
    }),
  );
};

/** The messages of a brand that are kept. */
export const messagesOf = (brandId: string): KeyPrefix =>
  rangeIn(queued.name, [queued.pk, queued.sk], { brand_id: brandId });

/** Removes address and text of a message. A message that waits fails. */
export const clearMessage = ({ brand_id, id, status }: StoredMessage) =>
  updateItem(commerceTable, messageKey(brand_id, id), {
    UpdateExpression: `SET #to = :erased, #text = :none${status === 'queued' ? ', #status = :failed, failure = :erased' : ''} REMOVE subject, html`,
    ConditionExpression: '#status = :status',
    ExpressionAttributeNames: { '#to': 'to', '#text': 'text', '#status': 'status' },
    ExpressionAttributeValues: {
      ':erased': 'erased',
      ':none': '',
      ':status': status,
      ...(status === 'queued' && { ':failed': 'failed' }),
    },
  });

const messageKey = (brandId: string | undefined, id: string): ItemKey =>
  keyIn(queued, { brand_id: brandId ?? 'PLATFORM', id });

/** Twice the time in which carriers expect replies to be honored. */
const keptThreadSeconds = 2 * 365 * 86_400;

/** A number as a key that does not show it. A STOP comes before its brand is known, so the key is one of the deployment. */
const phoneHash = (phone: string, key: string): string =>
  createHmac('sha256', key)
    .update(`granary phone ${normalPhone(phone)}`)
    .digest('hex');

/** Records that a brand sends text messages to a phone, so that a STOP is heard also when its contact is erased. */
export const recordSmsThread = (phone: string, brandId: string, key: string, now: Date): Promise<void> => {
  const facts = { phone_hash: phoneHash(phone, key), brand_id: brandId };
  return putItem(commerceTable, {
    Item: {
      ...keyIn(threads, facts),
      ...indexKeysIn(threads, facts),
      brand_id: brandId,
      expires_at: Math.floor(now.getTime() / 1000) + keptThreadSeconds,
    },
  });
};

/** The brands that have sent text messages to a phone. */
export async function* brandsInThread(phone: string, key: string): AsyncGenerator<string> {
  const range = rangeIn(threads.name, [threads.pk, threads.sk], { phone_hash: phoneHash(phone, key) });
  for await (const item of queryItems(commerceTable, range, { pageSize: 50 })) yield String(item['brand_id']);
}
