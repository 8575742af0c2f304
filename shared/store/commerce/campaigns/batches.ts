import type { Campaign } from '#commerce/campaigns/contract.ts';
import { type BatchFigures, figuresOf, type StoredRecipient } from '#commerce/campaigns/recipient.ts';
import { getItem, insertion, recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { scheduleWork } from '../work/work-items.ts';
import { batchesOf, batchKey } from './campaign-keys.ts';
import { figuresAction } from './runs.ts';

/** Recipients that are sent to in one run. */
export interface Batch {
  readonly campaign_id: string;
  readonly batch: number;
  readonly contact_ids: readonly string[];
  readonly done: boolean;
  /** Grows when an event settles an unknown message before the batch is done. */
  readonly revision: number;
}

export const newBatchAction = (batch: Omit<Batch, 'done' | 'revision'>): TransactAction =>
  insertion({ ...batch, ...batchKey(batch.campaign_id, batch.batch), done: false, revision: 0 });

export async function readBatch(table: Table, campaignId: string, batch: number): Promise<Batch | undefined> {
  const item = await getItem(table, batchKey(campaignId, batch));
  return item && recordOf<Batch>(item);
}

/** All batches of a campaign in their order. */
export async function* batchesOfCampaign(table: Table, campaignId: string): AsyncGenerator<Batch> {
  for await (const item of queryItems(table, batchesOf(campaignId), { pageSize: 100 }))
    yield recordOf<Batch>(item);
}

/** The first batch from a number on, in steps, that is not done. */
export async function nextOpenBatch(
  table: Table,
  campaignId: string,
  { from, step, batches }: { readonly from: number; readonly step: number; readonly batches: number },
): Promise<Batch | undefined> {
  for (let number = from; number < batches; number += step) {
    const batch = await readBatch(table, campaignId, number);
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
export function batchDoneActions(
  batch: Batch,
  recipients: readonly StoredRecipient[],
): readonly TransactAction[] {
  return [
    batchUpdate(batch, 'SET #done = :true', { ':true': true }),
    figuresAction(batch.campaign_id, { ...figuresAdded(figuresOf(recipients)), batches_done: 1 }),
  ];
}

/** The action that revises a batch that is not done. */
export const reviseBatchAction = (batch: Batch): TransactAction =>
  batchUpdate(batch, 'SET #revision = :next', { ':next': batch.revision + 1 });

/** Holds while a batch is done and not opened again. */
export const settledBatchCheck = ({ campaign_id, batch, revision }: Batch): TransactAction => ({
  ConditionCheck: {
    Key: { ...batchKey(campaign_id, batch) },
    ConditionExpression: '#done = :true AND #revision = :revision',
    ExpressionAttributeNames: { '#done': 'done', '#revision': 'revision' },
    ExpressionAttributeValues: { ':true': true, ':revision': revision },
  },
});

/** Actions that open a batch again, for recipients that are to be sent to once more, and take its figures back. */
export const reopenBatchActions = (
  batch: Batch,
  recipients: readonly StoredRecipient[],
): readonly TransactAction[] => [
  reopenBatchAction(batch),
  figuresAction(batch.campaign_id, negated({ ...figuresAdded(figuresOf(recipients)), batches_done: 1 })),
];

const reopenBatchAction = (batch: Batch): TransactAction => ({
  Update: {
    Key: { ...batchKey(batch.campaign_id, batch.batch) },
    UpdateExpression: 'SET #done = :false, #revision = :next',
    ConditionExpression: '#done = :true AND #revision = :revision',
    ExpressionAttributeNames: { '#done': 'done', '#revision': 'revision' },
    ExpressionAttributeValues: {
      ':false': false,
      ':true': true,
      ':revision': batch.revision,
      ':next': batch.revision + 1,
    },
  },
});

const batchUpdate = (
  { campaign_id, batch, revision }: Batch,
  UpdateExpression: string,
  values: Readonly<Record<string, unknown>>,
): TransactAction => ({
  Update: {
    Key: { ...batchKey(campaign_id, batch) },
    UpdateExpression,
    ConditionExpression: '#done = :false AND #revision = :revision',
    ExpressionAttributeNames: { '#done': 'done', '#revision': 'revision' },
    ExpressionAttributeValues: { ':false': false, ':revision': revision, ...values },
  },
});

/** Figures of recipients as they are added to those of the campaign. */
const figuresAdded = ({ reasons, ...figures }: BatchFigures): Readonly<Record<string, number>> => ({
  ...figures,
  ...Object.fromEntries([...reasons].map(([reason, count]) => [`skipped_${reason}`, count])),
});

const negated = (figures: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, -count]));
