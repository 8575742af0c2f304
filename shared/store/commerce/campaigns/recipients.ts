import type { Campaign, RecipientState } from '#commerce/campaigns/contract.ts';
import { type SendStatus, type StoredRecipient, stateOf } from '#commerce/campaigns/recipient.ts';
import { isWritten } from '#persistence/conflict.ts';
import {
  getItem,
  getItems,
  type Item,
  insertion,
  putItem,
  recordOf,
  updateItem,
} from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { suppressionId } from '../contacts/suppressions.ts';
import { campaignAddressKey, recipientKey, recipientStatePartition, recipientsOf } from './campaign-keys.ts';

/** The action that makes a contact a recipient. It fails if the contact is one already. */
export const newRecipientAction = (recipient: StoredRecipient): TransactAction =>
  insertion({ ...recipient, ...recipientKey(recipient.campaign_id, recipient.contact_id) });

export async function readRecipient(
  table: Table,
  campaignId: string,
  contactId: string,
): Promise<StoredRecipient | undefined> {
  const item = await getItem(table, recipientKey(campaignId, contactId));
  return item && recipientFrom(item);
}

/** These recipients, in no order, strongly consistent. */
export const readRecipientsById = async (
  table: Table,
  campaignId: string,
  contactIds: readonly string[],
): Promise<readonly StoredRecipient[]> =>
  (
    await getItems(
      table,
      contactIds.map((id) => recipientKey(campaignId, id)),
    )
  ).map(recipientFrom);

interface RecipientQuery extends PageRequest {
  readonly campaignId: string;
  readonly state?: RecipientState | undefined;
}

/** Recipients by contact id. Those in one state come from the index, which may lag by a moment. */
export function readRecipients<T>(
  table: Table,
  { campaignId, state, limit, cursor }: RecipientQuery,
  view: (recipient: StoredRecipient) => T,
): Promise<StoredPage<T>> {
  const range =
    state === undefined
      ? recipientsOf(campaignId)
      : { pk: recipientStatePartition(campaignId, state), prefix: '', index: 'gsi1' as const };
  const list = ['campaign recipients', campaignId, state];
  return queryPage(table, { list, limit, cursor, range }, (item) => view(recipientFrom(item)));
}

/**
 * Reserves the address of a campaign for a recipient, because several contacts may share a phone number, and an e-mail address
 * can move to another contact while a campaign is being sent. Idempotent.
 *
 * @returns false if another recipient has the address
 */
export const reserveAddress = (
  table: Table,
  { id, brand_id, type }: Pick<Campaign, 'id' | 'brand_id' | 'type'>,
  address: string,
  contact_id: string,
): Promise<boolean> =>
  isWritten(
    putItem(table, {
      Item: { ...campaignAddressKey(id, suppressionId(brand_id, type, address)), contact_id },
      ConditionExpression: 'attribute_not_exists(pk) OR contact_id = :contact',
      ExpressionAttributeValues: { ':contact': contact_id },
    }),
  );

/**
 * Reserves the send to a recipient for a run, so that no other run sends to it.
 *
 * @param from the run that a repeated send takes over from
 * @returns false if another run has it, or it has an outcome
 */
export const reserveSend = (
  table: Table,
  { campaign_id, contact_id }: StoredRecipient,
  run: string,
  from?: string,
): Promise<boolean> =>
  isWritten(
    updateItem(table, recipientKey(campaign_id, contact_id), {
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
export const releaseSend = (table: Table, recipient: StoredRecipient, run: string): Promise<boolean> =>
  isWritten(
    updateItem(table, recipientKey(recipient.campaign_id, recipient.contact_id), {
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
  table: Table,
  recipient: StoredRecipient,
  outcome: Outcome,
  held: string | undefined,
): Promise<boolean> {
  const { campaign_id, contact_id } = recipient;
  const fields = {
    ...outcome,
    ...stateKeys(campaign_id, contact_id, stateOf({ ...recipient, ...outcome })),
  };
  return isWritten(updateItem(table, recipientKey(campaign_id, contact_id), assigning(fields, heldBy(held))));
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
  changes: Partial<StoredRecipient> & Partial<Record<'gsi1pk' | 'gsi1sk', undefined>>,
): TransactAction => {
  const { campaign_id, contact_id } = before;
  const after = { ...before, ...changes };
  const isFinal = after.status !== 'queued' && after.status !== 'sending';
  const fields = { ...changes, ...(isFinal && stateKeys(campaign_id, contact_id, stateOf(after))) };
  const still: Condition = {
    expression: `#status = :before AND ${before.delivery === undefined ? 'attribute_not_exists(#delivery)' : '#delivery = :delivery'} AND ${before.unsubscribed_at === undefined ? 'attribute_not_exists(#unsubscribed)' : 'attribute_exists(#unsubscribed)'}`,
    names: { '#delivery': 'delivery', '#unsubscribed': 'unsubscribed_at' },
    values: {
      ':before': before.status,
      ...(before.delivery !== undefined && { ':delivery': before.delivery }),
    },
  };
  return { Update: { Key: { ...recipientKey(campaign_id, contact_id) }, ...assigning(fields, still) } };
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

/** Only recipients with an outcome are in the index, which saves two writes for each message. */
const stateKeys = (campaignId: string, contactId: string, state: string) => ({
  gsi1pk: recipientStatePartition(campaignId, state),
  gsi1sk: contactId,
});

const recipientFrom = (item: Item): StoredRecipient => recordOf<StoredRecipient>(item);
