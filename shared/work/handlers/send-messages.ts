import type { Campaign } from '#commerce/campaigns/contract.ts';
import { unsentOf } from '#commerce/campaigns/recipient.ts';
import { giveUpMessage, sendMessage } from '#commerce/messages/work.ts';
import { ApiError } from '#contract/errors.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import type { Providers } from '#store/adapters/message-providers.ts';
import { findBrand } from '#store/commerce/brands.ts';
import {
  type Batch,
  batchesOfCampaign,
  batchKeyOf,
  batchWork,
  newBatchAction,
  nextOpenBatch,
  readBatch,
  reopenBatchActions,
} from '#store/commerce/campaigns/batches.ts';
import { type AudienceSource, readAudience } from '#store/commerce/campaigns/contacts.ts';
import {
  newRecipientAction,
  readRecipientsById,
  recipientChange,
} from '#store/commerce/campaigns/recipients.ts';
import { freeSends, reservationActions } from '#store/commerce/campaigns/reserve-sends.ts';
import { type CampaignRun, pageAction, readRun, taskAction } from '#store/commerce/campaigns/runs.ts';
import { readCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { transact } from '#store/dynamodb/table.ts';
import { changeStatus, failCampaign, pauseFor } from '../campaigns/change-status.ts';
import { sendCampaignBatch, startScheduled } from '../campaigns/send-batch.ts';
import type { GiveUp, GiveUps, WorkHandler, WorkHandlers, WorkOutcome, WorkRun } from '../run-work.ts';

/** The handlers of the worker `send-messages`, by kind. */
export const sendMessagesHandlers = (providers: Providers): WorkHandlers<'send-messages'> => ({
  'send-campaign': sendCampaign(providers),
  'send-campaign-batch': sendCampaignBatch(providers),
  'send-message': sendMessage(providers),
});

/** A campaign whose runs end without an answer fails. Sending it again continues it. */
const giveUpCampaign: GiveUp<'send-campaign' | 'send-campaign-batch'> = async ({ payload }, run) => {
  const campaign = { id: payload.campaign_id, brand_id: payload.brand_id };
  await failCampaign(campaign, ['scheduled', 'sending'], 'interrupted', run);
  return 'done';
};

export const sendMessagesGiveUps: GiveUps<'send-messages'> = {
  'send-campaign': giveUpCampaign,
  'send-campaign-batch': giveUpCampaign,
  'send-message': giveUpMessage,
};

/** Starts a campaign at its time, reads its audience, reserves its messages, starts its batches, and ends it after the last. */
const sendCampaign =
  (providers: Providers): WorkHandler<'send-campaign'> =>
  async ({ payload }, run) => {
    const campaign = await readCampaign(commerceTable, payload.brand_id, payload.campaign_id);
    switch (campaign?.status) {
      case 'scheduled':
        // A brand under deletion sends nothing new.
        if ((await findBrand(commerceTable, payload.brand_id))?.brand.deletion !== undefined) {
          await failCampaign(campaign, ['scheduled'], 'brand_closing', run);
          return 'done';
        }
        return startScheduled(campaign, run);
      case 'sending':
        return goOn(campaign, providers, run);
      case 'cancelled':
        // Its batches end without sending.
        return (await doTask(campaign, providers, run)) === 'stopped' ? { again: run.now() } : 'done';
      default:
        return 'done';
    }
  };

async function goOn(campaign: Campaign, providers: Providers, run: WorkRun): Promise<WorkOutcome> {
  if ((await readWholeAudience(campaign, run)) === 'stopped') return { again: run.now() };
  if ((await reserveSends(campaign, run)) === 'stopped') return { again: run.now() };
  if ((await doTask(campaign, providers, run)) === 'stopped') return { again: run.now() };
  const state = await readRun(commerceTable, campaign.id);
  // The last batches that end schedule this work again.
  if (state !== undefined && state.batches_done === state.batches) await end(campaign, state, run);
  return 'done';
}

async function doTask(campaign: Campaign, providers: Providers, run: WorkRun): Promise<'done' | 'stopped'> {
  const state = await readRun(commerceTable, campaign.id);
  return state?.task === undefined ? 'done' : doBatchTask(campaign, state, providers, run);
}

async function end(campaign: Campaign, { figures }: CampaignRun, run: WorkRun): Promise<void> {
  if (!figures['recipients']) {
    await failCampaign(campaign, ['sending'], 'no_recipients', run);
    return;
  }
  await changeStatus(
    campaign,
    {
      from: ['sending'],
      status: 'sent',
      eventOf: ({ id, type, updated_at }) => ({
        type: 'campaign.sent',
        data: { id, type, recipient_count: figures['sent'] ?? 0, sent_at: updated_at },
      }),
    },
    run,
  );
}

/**
 * Takes the messages of the whole campaign from the allowance of the month before the first is sent, so that the allowance
 * never ends a campaign in the middle of its audience. A campaign beyond the allowance is paused and sends nothing.
 *
 * @returns `stopped` if the campaign was paused or changed meanwhile
 */
async function reserveSends(campaign: Campaign, run: WorkRun): Promise<'reserved' | 'stopped'> {
  const state = await readRun(commerceTable, campaign.id);
  if (state === undefined || state.sends_reserved_at !== undefined || !state.figures['recipients'])
    return 'reserved';
  try {
    const actions = await reservationActions(commerceTable, campaign, state, run.now());
    return (await isWritten(transact(commerceTable, actions))) ? 'reserved' : 'stopped';
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'payment_required')) throw error;
    await pauseFor(campaign, 'sends_used_up', run);
    return 'stopped';
  }
}

/**
 * Does a task with all batches of a campaign and removes it. Idempotent, so a killed run is repeated from the beginning.
 *
 * @returns `stopped` when the time is up
 */
async function doBatchTask(
  campaign: Campaign,
  { task, batches }: CampaignRun,
  providers: Providers,
  run: WorkRun,
): Promise<'done' | 'stopped'> {
  if (task === 'resend') {
    for await (const batch of batchesOfCampaign(commerceTable, campaign.id)) {
      if (run.isTimeUp()) return 'stopped';
      await reopen(campaign, batch);
    }
  }
  await startBatches(campaign, providers, batches, run);
  await transact(commerceTable, [taskAction(campaign.id, undefined)]);
  return 'done';
}

/**
 * Has the open batches of a campaign sent, a few at a time: each that ends has the next one sent, so that a large campaign
 * never has many messages in the queue of the workers.
 */
async function startBatches(
  campaign: Campaign,
  { runsAtOnce: step }: Providers,
  batches: number,
  run: WorkRun,
): Promise<void> {
  for (let from = 0; from < step; from++) {
    const batch = await nextOpenBatch(commerceTable, campaign.id, { from, step, batches });
    if (batch === undefined) continue;
    await transact(commerceTable, [batchWork(campaign, batch, run.now())]);
    await wakeForWork(batchKeyOf(batch), run.now(), run.now());
  }
}

/**
 * Queues the unknown messages of a batch again, takes back its figures with the messages that it gave back, and has it sent,
 * in one transaction. The end of the batch then counts all of it once more.
 */
async function reopen(campaign: Campaign, { batch: number }: Batch): Promise<void> {
  await retryOnConflict(async () => {
    const [batch, state] = await Promise.all([
      readBatch(commerceTable, campaign.id, number),
      readRun(commerceTable, campaign.id),
    ]);
    if (batch === undefined || !batch.done || state === undefined) return;
    const recipients = await readRecipientsById(commerceTable, campaign.id, batch.contact_ids);
    const unknown = recipients.filter(({ status }) => status === 'unknown');
    if (unknown.length === 0) return;
    await transact(commerceTable, [
      ...reopenBatchActions(batch, recipients),
      ...(await freeSends(commerceTable, state, -unsentOf(recipients))),
      ...unknown.map((recipient) =>
        recipientChange(recipient, { status: 'queued', run: undefined, ...notIndexed }),
      ),
    ]);
  });
}

/** A queued recipient is not in the index of states. */
const notIndexed = { gsi1pk: undefined, gsi1sk: undefined };

/** Recipients of a batch. Every transaction of a batch has room for them and for at most ten other actions. */
const batchSize = 90;

/**
 * Reads the audience page by page. Each page commits its recipients, their batch and the position together, so a killed run
 * neither loses nor repeats a contact. Nothing is sent before the audience is complete.
 *
 * @returns `stopped` when the time is up
 */
async function readWholeAudience(campaign: Campaign, run: WorkRun): Promise<'complete' | 'stopped'> {
  for (;;) {
    const state = await readRun(commerceTable, campaign.id);
    if (state === undefined || state.complete) return 'complete';
    if (run.isTimeUp()) return 'stopped';
    await retryOnConflict(() => readPage(campaign));
  }
}

/** The segment as it was when sending began, and the contacts of the campaign; contacts in both are recipients once. */
const sourcesOf = ({ contact_ids }: Campaign, { filter }: CampaignRun): readonly AudienceSource[] => [
  ...(contact_ids === undefined ? [] : [{ contactIds: contact_ids }]),
  ...(filter === undefined ? [] : [{ segment: JSON.parse(filter) }]),
];

async function readPage(campaign: Campaign): Promise<void> {
  const { id: campaign_id, brand_id, type: channel } = campaign;
  const state = await readRun(commerceTable, campaign_id);
  if (state === undefined || state.complete) return;
  const { position, batches: batch, started_at: startedAt } = state;
  const sources = sourcesOf(campaign, state);
  const source = sources[position.source];
  if (source === undefined) {
    const nothing = { position, complete: true, recipients: 0, skipped: {} };
    return transact(commerceTable, [pageAction(state, nothing)]);
  }
  const query = { brandId: brand_id, source, channel, startedAt, limit: batchSize, after: position.after };
  const page = await readAudience(commerceTable, query);
  const ids = page.recipients.map(({ contact }) => contact.id);
  const earlier = await readRecipientsById(commerceTable, campaign_id, ids);
  const known = new Set(earlier.map(({ contact_id }) => contact_id));
  const contact_ids = ids.filter((id) => !known.has(id));
  const next = page.next === undefined ? { source: position.source + 1 } : { ...position, after: page.next };
  await transact(commerceTable, [
    pageAction(state, {
      position: next,
      complete: next.source === sources.length,
      recipients: contact_ids.length,
      skipped: { ...page.skipped, not_found: unknownIds(source, position.after, page) },
    }),
    ...(contact_ids.length === 0
      ? []
      : [
          newBatchAction({ campaign_id, batch, contact_ids }),
          ...contact_ids.map((contact_id) =>
            newRecipientAction({ campaign_id, contact_id, batch, status: 'queued' }),
          ),
        ]),
  ]);
}

/** Ids of the campaign that belong to no contact. */
function unknownIds(
  source: AudienceSource,
  after: string | undefined,
  { recipients, skipped, next }: Awaited<ReturnType<typeof readAudience>>,
): number {
  if (!('contactIds' in source)) return 0;
  const examined = [...new Set(source.contactIds)].filter(
    (id) => (after === undefined || id > after) && (next === undefined || id <= next),
  );
  const found = recipients.length + Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return Math.max(0, examined.length - found);
}
