import * as z from 'zod';
import { uuid } from '#contract/fields.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { internal, ledBy, record } from '#store/commerce/record.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { putItem, updateItem } from '#store/dynamodb/items.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Unsubscription } from '../messages/link-token.ts';
import type { ProviderEvent } from '../messages/message.ts';
import type { Campaign } from './contract.ts';
import {
  type BatchFigures,
  figuresOf,
  isLater,
  isOpen,
  type SendStatus,
  type StoredRecipient,
  stateOf,
  storedRecipient,
} from './recipients.ts';
import { campaigns, figuresAction, runs } from './records.ts';

/** Only recipients with an outcome are in the index, which saves two writes for each message. */
export const recipients = record({
  name: 'recipient',
  schema: storedRecipient,
  records: 'campaign-recipients',
  pk: 'RECIPIENTS#{campaign_id}',
  sk: '{contact_id}',
  indexes: { gsi1: ['RECIPIENTS#{campaign_id}#{state}', '{contact_id}'] },
  facts: (recipient) => (isOpen(recipient) ? {} : { state: stateOf(recipient) }),
  exported: 'campaign-recipients',
  person: 'none',
  ...ledBy('campaign_id', 'campaign'),
});

/** These recipients, in no order, strongly consistent. */
export const recipientsAmong = (campaign_id: string, contactIds: readonly string[]) =>
  recipients.findMany(contactIds.map((contact_id) => ({ campaign_id, contact_id })));

/** The keys do not show addresses. */
const reservedAddresses = record({
  name: 'address of a campaign',
  schema: z.object({ campaign_id: uuid, address_id: uuid, contact_id: uuid }),
  records: 'campaign-runs',
  pk: 'CAMPAIGNRUN#{campaign_id}',
  sk: 'ADDRESS#{address_id}',
  exported: internal,
  person: 'none',
  ...ledBy('campaign_id', 'campaign'),
});

/** Recipients that are sent to in one run. */
const batch = z.object({
  campaign_id: uuid,
  batch: z.int(),
  contact_ids: z.array(uuid),
  done: z.boolean(),
  revision: z.int().describe('Grows when an event settles an unknown message before the batch is done'),
});
export type Batch = Readonly<z.output<typeof batch>>;

export const batches = record({
  name: 'batch of a campaign',
  schema: batch,
  records: 'campaign-runs',
  pk: 'CAMPAIGNRUN#{campaign_id}',
  sk: 'BATCH#{batch:8}',
  unchangedBy: ['done', 'revision'],
  exported: internal,
  person: 'none',
  ...ledBy('campaign_id', 'campaign'),
});

/** All that the capability stores. */
export const campaignPlaces = [campaigns, runs, batches, reservedAddresses, recipients];

/**
 * Reserves the address of a campaign for a recipient, so that contacts who share an address get one message, also if the address
 * moves to another contact while the campaign is being sent. Idempotent.
 *
 * @returns false if another recipient has the address
 */
export const reserveAddress = (
  { id }: Pick<Campaign, 'id'>,
  address_id: string,
  contact_id: string,
): Promise<boolean> =>
  isWritten(
    putItem(commerceTable, {
      Item: reservedAddresses.item({ campaign_id: id, address_id, contact_id }),
      ConditionExpression: 'attribute_not_exists(pk) OR contact_id = :contact',
      ExpressionAttributeValues: { ':contact': contact_id },
    }),
  );

/** The actions that count an unsubscription once for its campaign, at the recipient that got the message to the address. */
export async function unsubscribedRecipient(
  { campaign_id, address_id }: Pick<Unsubscription, 'campaign_id' | 'address_id'>,
  now: Date,
): Promise<readonly TransactAction[]> {
  const reserved = await reservedAddresses.find({ campaign_id, address_id });
  const recipient = reserved && (await recipients.find({ campaign_id, contact_id: reserved.contact_id }));
  if (recipient === undefined || recipient.unsubscribed_at !== undefined) return [];
  return [
    recipientChange(recipient, { unsubscribed_at: now.toISOString() }),
    figuresAction(campaign_id, { unsubscribed: 1 }),
  ];
}

/**
 * Reserves the send to a recipient for a run, so that no other run sends to it.
 *
 * @param from the run that a repeated send takes over from
 * @returns false if another run has it, or it has an outcome
 */
export const reserveSend = (
  { campaign_id, contact_id }: StoredRecipient,
  run: string,
  from?: string,
): Promise<boolean> =>
  isWritten(
    updateItem(commerceTable, recipients.key({ campaign_id, contact_id }), {
      UpdateExpression: 'SET #status = :sending, #run = :run',
      ConditionExpression: from === undefined ? '#status = :queued' : '#status = :sending AND #run = :from',
      ExpressionAttributeNames: { '#status': 'status', '#run': 'run' },
      ExpressionAttributeValues: {
        ':sending': 'sending',
        ':run': run,
        ...(from === undefined ? { ':queued': 'queued' } : { ':from': from }),
      },
    }),
  );

/** Gives a reserved send back, because nothing was sent. */
export const releaseSend = (recipient: StoredRecipient, run: string): Promise<boolean> =>
  isWritten(
    updateItem(commerceTable, recipients.key(recipient), {
      UpdateExpression: 'SET #status = :queued REMOVE #run',
      ConditionExpression: '#status = :sending AND #run = :run',
      ExpressionAttributeNames: { '#status': 'status', '#run': 'run' },
      ExpressionAttributeValues: { ':queued': 'queued', ':sending': 'sending', ':run': run },
    }),
  );

type Outcome = Pick<StoredRecipient, 'reason' | 'provider_id' | 'segments' | 'sent_at'> & {
  readonly status: SendStatus;
};

/**
 * Stores the outcome of a send.
 *
 * @param held the run that reserved it; undefined for a recipient that is still queued
 */
export function recordOutcome(
  recipient: StoredRecipient,
  outcome: Outcome,
  held: string | undefined,
): Promise<boolean> {
  const { campaign_id, contact_id } = recipient;
  const fields = {
    ...outcome,
    ...stateKeys({ ...recipient, ...outcome }),
  };
  return isWritten(
    updateItem(commerceTable, recipients.key({ campaign_id, contact_id }), assigning(fields, heldBy(held))),
  );
}

const heldBy = (held: string | undefined): Condition =>
  held === undefined
    ? { expression: '#status = :held', names: {}, values: { ':held': 'queued' } }
    : {
        expression: '#status = :held AND #run = :run',
        names: { '#run': 'run' },
        values: { ':held': 'sending', ':run': held },
      };

/** The action that stores changed fields of a recipient. It fails if its status is no longer that of `before`. */
export const recipientChange = (
  before: StoredRecipient,
  changes: Partial<StoredRecipient>,
): TransactAction => {
  const { campaign_id, contact_id } = before;
  const after = { ...before, ...changes };
  const fields = { ...changes, ...stateKeys(after) };
  const still: Condition = {
    expression: `#status = :before AND ${before.delivery === undefined ? 'attribute_not_exists(#delivery)' : '#delivery = :delivery'} AND ${before.unsubscribed_at === undefined ? 'attribute_not_exists(#unsubscribed)' : 'attribute_exists(#unsubscribed)'}`,
    names: { '#delivery': 'delivery', '#unsubscribed': 'unsubscribed_at' },
    values: {
      ':before': before.status,
      ...(before.delivery !== undefined && { ':delivery': before.delivery }),
    },
  };
  return { Update: { Key: { ...recipients.key({ campaign_id, contact_id }) }, ...assigning(fields, still) } };
};

interface Condition {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** An update that sets fields, removes those that are undefined, and has a condition on `#status`. */
function assigning(fields: Readonly<Record<string, unknown>>, condition: Condition) {
  const entries = Object.entries(fields);
  const set = entries.filter(([, value]) => value !== undefined).map(([name]) => `#s_${name} = :s_${name}`);
  const removed = entries.filter(([, value]) => value === undefined).map(([name]) => `#s_${name}`);
  return {
    UpdateExpression: [
      ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: condition.expression,
    ExpressionAttributeNames: {
      '#status': 'status',
      ...condition.names,
      ...Object.fromEntries(entries.map(([name]) => [`#s_${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...condition.values,
      ...Object.fromEntries(
        entries.filter(([, value]) => value !== undefined).map(([name, value]) => [`:s_${name}`, value]),
      ),
    },
  };
}

/** The keys of the index. They are removed from a recipient that is to be sent to again. */
const stateKeys = (recipient: StoredRecipient) => {
  const { gsi1pk, gsi1sk } = recipients.item(recipient);
  return { gsi1pk, gsi1sk };
};

/** The first batch from a number on, in steps, that is not done. */
export async function nextOpenBatch(
  campaignId: string,
  { from, step, batches: count }: { readonly from: number; readonly step: number; readonly batches: number },
): Promise<Batch | undefined> {
  for (let number = from; number < count; number += step) {
    const batch = await batches.find({ campaign_id: campaignId, batch: number });
    if (batch !== undefined && !batch.done) return batch;
  }
  return undefined;
}

/** The work that sends a batch. */
export const batchKeyOf = ({ campaign_id, batch }: Batch) =>
  ({ kind: 'send-campaign-batch', key: `${campaign_id}.${batch}` }) as const;

/** The action that has a batch sent. */
export const batchWork = ({ brand_id }: Campaign, batch: Batch, due: Date): TransactAction =>
  scheduleWork({
    ...batchKeyOf(batch),
    due,
    payload: { brand_id, campaign_id: batch.campaign_id, batch: batch.batch },
  });

/** Actions that end a batch and add its figures, once. They fail if the batch is done or was revised meanwhile. */
export const batchDoneActions = (
  batch: Batch,
  recipients: readonly StoredRecipient[],
): readonly TransactAction[] => [
  batches.replace({ ...batch, done: false }, { ...batch, done: true }),
  figuresAction(batch.campaign_id, { ...figuresAdded(figuresOf(recipients)), batches_done: 1 }),
];

/** Actions that open a batch again, for recipients that are to be sent to once more, and take its figures back. */
export const reopenBatchActions = (
  batch: Batch,
  recipients: readonly StoredRecipient[],
): readonly TransactAction[] => [
  batches.replace({ ...batch, done: true }, revised({ ...batch, done: false })),
  figuresAction(batch.campaign_id, negated({ ...figuresAdded(figuresOf(recipients)), batches_done: 1 })),
];

/** The batch after a change of its recipients that its end must not miss. */
const revised = (batch: Batch): Batch => ({ ...batch, revision: batch.revision + 1 });

/** Figures of recipients as they are added to those of the campaign. */
const figuresAdded = ({ reasons, ...figures }: BatchFigures): Readonly<Record<string, number>> => ({
  ...figures,
  ...Object.fromEntries([...reasons].map(([reason, count]) => [`skipped_${reason}`, count])),
});

const negated = (figures: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, -count]));

type MessageEvent = Extract<ProviderEvent, { readonly kind: 'message' }>;

/**
 * Applies an event to a recipient of a campaign. Events may arrive in any order and more than once. Every event of a message
 * shows that the provider has taken it, which settles an unknown one.
 */
export function settleRecipient(
  campaignId: string,
  contactId: string,
  event: MessageEvent,
  now: Date,
): Promise<void> {
  return retryOnConflict(async () => {
    const recipient = await recipients.find({ campaign_id: campaignId, contact_id: contactId });
    if (recipient === undefined) return;
    const { state, reason } = event;
    const delivery =
      state === 'sent' || !isLater(state, recipient.delivery) ? undefined : { delivery: state, reason };
    const counted = delivery === undefined ? [] : [figuresAction(campaignId, { [delivery.delivery]: 1 })];
    const evidence = await evidenceOf(recipient, now);
    if (evidence === undefined && delivery === undefined) return;
    await transact(commerceTable, [
      recipientChange(recipient, { ...evidence?.change, ...delivery }),
      ...(evidence?.actions ?? []),
      // A transaction has one action for each item.
      ...(evidence?.figures === undefined
        ? counted
        : [figuresAction(campaignId, { ...evidence.figures, ...(delivery && { [delivery.delivery]: 1 }) })]),
    ]);
  });
}

interface Evidence {
  readonly change: Partial<StoredRecipient>;
  readonly actions: readonly TransactAction[];
  readonly figures?: Readonly<Record<string, number>>;
}

/** What it means for an unfinished send that the provider has taken the message. */
async function evidenceOf(recipient: StoredRecipient, now: Date): Promise<Evidence | undefined> {
  const { status, seen, campaign_id, batch: number } = recipient;
  if (status === 'sending') return seen === true ? undefined : { change: { seen: true }, actions: [] };
  if (status !== 'unknown') return undefined;
  const batch = await batches.find({ campaign_id, batch: number });
  if (batch === undefined) return undefined;
  const change = { status: 'sent', sent_at: now.toISOString() } as const;
  // A batch that is not done counts its recipients when it ends.
  return batch.done
    ? { change, actions: [batches.unchanged(batch)], figures: { unknown: -1, sent: 1 } }
    : { change, actions: [batches.replace(batch, revised(batch))] };
}
