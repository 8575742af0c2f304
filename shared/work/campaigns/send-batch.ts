import { isOpen, type StoredRecipient, unsentOf } from '#commerce/campaigns/recipient.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { isWritten } from '#persistence/conflict.ts';
import { type Batch, batchDoneActions, readBatch } from '#store/commerce/campaigns/batches.ts';
import { historyAction } from '#store/commerce/campaigns/contacts.ts';
import { readRecipientsById, recordOutcome } from '#store/commerce/campaigns/recipients.ts';
import { freeSends } from '#store/commerce/campaigns/reserve-sends.ts';
import { readRun } from '#store/commerce/campaigns/runs.ts';
import { campaignWork, readCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { Providers } from '#store/commerce/messages/providers.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { paceOf } from '../messages/pace.ts';
import type { WorkHandler, WorkOutcome, WorkRun } from '../run-work.ts';
import { pauseBlocked } from './change-status.ts';
import { openMailing } from './mailing.ts';
import { type AfterSend, interruptedOutcome, sendOne } from './send-one.ts';

/** Sends of one batch that wait for the provider at a time. */
const sendsAtOnce = 8;

/** Runs of this worker at a time; each has its part of the rate. */
const runsAtOnce = 2;

/** Time for a call of the provider and its record. */
const marginMilliseconds = 15_000;

/**
 * Sends one batch of a campaign. A killed run leaves recipients reserved, and the next run settles them. A batch of a paused
 * campaign ends without an outcome and is scheduled again when the campaign goes on.
 */
export const sendCampaignBatch =
  (providers: Providers): WorkHandler<'send-campaign-batch'> =>
  async ({ payload, lease }, run) => {
    const { brand_id, campaign_id, batch: number } = payload;
    const [campaign, batch] = await Promise.all([
      readCampaign(commerceTable, brand_id, campaign_id),
      readBatch(commerceTable, campaign_id, number),
    ]);
    if (campaign === undefined || batch === undefined || batch.done) return 'done';
    if (campaign.status === 'cancelled') return cancelBatch(campaign, batch, run);
    if (campaign.status !== 'sending') return 'done';
    const mailing = await openMailing(campaign, providers);
    if (mailing === undefined) return 'done';
    const open = (await recipientsOf(batch)).filter(isOpen);
    const pace = paceOf(providers.rates[campaign.type] / runsAtOnce);
    const after = await sendAll(open, run, (recipient) =>
      sendOne(recipient, { mailing, providers, runId: lease.run, run, pace }),
    );
    if (after.next === 'block') {
      await pauseBlocked(campaign, run);
      return 'done';
    }
    const ended = await endBatch(campaign, batch, run);
    return ended ? 'done' : { again: after.next === 'continue' ? run.now() : after.until };
  };

/** Ends the batch of a cancelled campaign. Sends that an earlier run began are settled, all others are cancelled. */
async function cancelBatch(campaign: Campaign, batch: Batch, run: WorkRun): Promise<WorkOutcome> {
  for (const recipient of (await recipientsOf(batch)).filter(isOpen)) {
    if (run.remainingMilliseconds() < marginMilliseconds) return { again: run.now() };
    if (recipient.status === 'queued')
      await recordOutcome(commerceTable, recipient, { status: 'cancelled' }, undefined);
    else
      await recordOutcome(commerceTable, recipient, interruptedOutcome(recipient, run.now()), recipient.run);
  }
  return (await endBatch(campaign, batch, run)) ? 'done' : { again: run.now() };
}

const recipientsOf = (batch: Batch): Promise<readonly StoredRecipient[]> =>
  readRecipientsById(commerceTable, batch.campaign_id, batch.contact_ids);

/** Sends to the recipients, some at a time, until one of them stops the batch or the time is up. */
async function sendAll(
  recipients: readonly StoredRecipient[],
  run: WorkRun,
  send: (recipient: StoredRecipient) => Promise<AfterSend>,
): Promise<AfterSend> {
  const waiting = recipients.values();
  let stop: AfterSend | undefined;
  let deferred: Date | undefined;
  const sender = async () => {
    for (const recipient of waiting) {
      if (stop !== undefined || run.remainingMilliseconds() < marginMilliseconds) return;
      const after = await send(recipient);
      if (after.next === 'hold' || after.next === 'block') stop ??= after;
      if (after.next === 'defer' && (deferred === undefined || after.until < deferred))
        deferred = after.until;
    }
  };
  await Promise.all(Array.from({ length: sendsAtOnce }, sender));
  if (stop !== undefined) return stop;
  return deferred === undefined ? { next: 'continue' } : { next: 'defer', until: deferred };
}

/**
 * Ends the batch if all of its recipients have an outcome: figures, unsent messages of the allowance and the end of the
 * campaign, in one transaction.
 *
 * @returns false if recipients are still open
 */
async function endBatch(
  campaign: Campaign,
  { campaign_id, batch: number }: Batch,
  run: WorkRun,
): Promise<boolean> {
  for (;;) {
    // The batch is read before its recipients: a change of them in between raises its revision.
    const batch = await readBatch(commerceTable, campaign_id, number);
    if (batch === undefined || batch.done) return true;
    const recipients = await recipientsOf(batch);
    if (recipients.some(isOpen)) return false;
    const state = await readRun(commerceTable, campaign_id);
    if (state === undefined) return true;
    const ended = await isWritten(
      transact(commerceTable, [
        ...batchDoneActions(batch, recipients),
        ...(await freeSends(commerceTable, state, unsentOf(recipients))),
        campaignWork(campaign, run.now()),
        ...recipients.flatMap((recipient) => receivedActions(campaign, recipient)),
      ]),
    );
    if (!ended) continue;
    await wakeForWork({ kind: 'send-campaign', key: campaign_id }, run.now(), run.now());
    return true;
  }
}

/** The campaign in the history of a contact that it was sent to. Its id is that of the campaign, so it is there once. */
const receivedActions = (
  { id, brand_id: brandId }: Campaign,
  { status, contact_id: contactId, sent_at: at }: StoredRecipient,
): readonly TransactAction[] =>
  status === 'sent' && at !== undefined
    ? [historyAction({ brandId, contactId, id, kind: 'campaign', reference: id, at })]
    : [];
