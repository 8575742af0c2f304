import { isWritten } from '#persistence/conflict.ts';
import { getRecord, type ItemKey, insertion, type KeyPrefix, updateItem } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { scheduleWork } from '../work/work-items.ts';

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
export const findMessage = (
  table: Table,
  brandId: string | undefined,
  id: string,
): Promise<StoredMessage | undefined> => getRecord<StoredMessage>(table, messageKey(brandId, id));

/** Stores a changed status, if it is still the one of `before` and of the same run. An outcome removes the content. */
export const changeMessage = (
  table: Table,
  before: StoredMessage,
  change: Partial<Pick<StoredMessage, 'run' | 'provider_id' | 'failure'>> & {
    readonly status: MessageStatus;
  },
): Promise<boolean> => {
  const fields = Object.entries(change);
  const isFinal = change.status !== 'queued' && change.status !== 'sending';
  return isWritten(
    updateItem(table, messageKey(before.brand_id, before.id), {
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
export const messagesOf = (brandId: string): KeyPrefix => ({ pk: messageKey(brandId, '').pk, prefix: '' });

/** Removes address and text of a message. A message that waits fails. */
export const clearMessage = (table: Table, { brand_id, id, status }: StoredMessage) =>
  updateItem(table, messageKey(brand_id, id), {
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

const messageKey = (brandId: string | undefined, id: string): ItemKey => ({
  pk: `MESSAGES#${brandId ?? 'PLATFORM'}`,
  sk: id,
});
