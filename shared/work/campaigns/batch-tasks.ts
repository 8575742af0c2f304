import { unsentOf } from '#commerce/campaigns/recipient.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import {
  type Batch,
  batchesOfCampaign,
  readBatch,
  reopenBatchActions,
} from '#store/commerce/campaigns/batches.ts';
import { readRecipientsById, recipientChange } from '#store/commerce/campaigns/recipients.ts';
import { freeSends } from '#store/commerce/campaigns/reserve-sends.ts';
import { type RunTask, readRun, taskAction } from '#store/commerce/campaigns/runs.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { WorkRun } from '../run-work.ts';

/**
 * Does a task with all batches of a campaign and removes it. Idempotent, so a killed run is repeated from the beginning.
 *
 * @returns `stopped` when the time is up
 */
export async function doBatchTask(
  campaign: Campaign,
  task: RunTask,
  run: WorkRun,
): Promise<'done' | 'stopped'> {
  for await (const batch of batchesOfCampaign(commerceTable, campaign.id)) {
    if (run.isTimeUp()) return 'stopped';
    if (task === 'resend') await reopen(campaign, batch, run);
    else if (!batch.done) await transact(commerceTable, [workOf(campaign, batch, run)]);
    if (task === 'restart' && !batch.done) await wake(batch, run);
  }
  await transact(commerceTable, [taskAction(campaign.id, undefined)]);
  return 'done';
}

/**
 * Queues the unknown messages of a batch again, takes back its figures with the messages that it gave back, and has it sent,
 * in one transaction. The end of the batch then counts all of it once more.
 */
async function reopen(campaign: Campaign, { batch: number }: Batch, run: WorkRun): Promise<void> {
  const reopened = await retryOnConflict(async () => {
    const [batch, state] = await Promise.all([
      readBatch(commerceTable, campaign.id, number),
      readRun(commerceTable, campaign.id),
    ]);
    if (batch === undefined || !batch.done || state === undefined) return undefined;
    const recipients = await readRecipientsById(commerceTable, campaign.id, batch.contact_ids);
    const unknown = recipients.filter(({ status }) => status === 'unknown');
    if (unknown.length === 0) return undefined;
    await transact(commerceTable, [
      ...reopenBatchActions(batch, recipients),
      ...(await freeSends(commerceTable, state, -unsentOf(recipients))),
      workOf(campaign, batch, run),
      ...unknown.map((recipient) =>
        recipientChange(recipient, { status: 'queued', run: undefined, ...notIndexed }),
      ),
    ]);
    return batch;
  });
  if (reopened !== undefined) await wake(reopened, run);
}

/** A queued recipient is not in the index of states. */
const notIndexed = { gsi1pk: undefined, gsi1sk: undefined };

const keyOf = ({ campaign_id, batch }: Batch) =>
  ({ kind: 'send-campaign-batch', key: `${campaign_id}#${batch}` }) as const;

const workOf = ({ brand_id }: Campaign, batch: Batch, run: WorkRun) =>
  scheduleWork({
    ...keyOf(batch),
    due: run.now(),
    payload: { brand_id, campaign_id: batch.campaign_id, batch: batch.batch },
  });

const wake = (batch: Batch, run: WorkRun) => wakeForWork(keyOf(batch), run.now(), run.now());
