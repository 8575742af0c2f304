import { brands } from '#commerce/brands/records.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { ApiError } from '#contract/errors.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import type { Providers } from '#store/adapters/message-providers.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  outboxAction,
  outboxShardOf,
  recordEvents,
  wakeForOutbox,
  wakeForWork,
} from '#store/commerce/work/outbox.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { GiveUp, WorkHandler, WorkOutcome, WorkRun } from '#work/run-work.ts';
import { messaging } from '../messages/records.ts';
import { sendersOf } from '../messages/sending.ts';
import { type AudienceSource, readAudience } from './audience-records.ts';
import type { Campaign, CampaignReason, CampaignStatus } from './contract.ts';
import {
  type Batch,
  batches,
  batchKeyOf,
  batchWork,
  nextOpenBatch,
  recipientChange,
  recipients,
  recipientsAmong,
  reopenBatchActions,
} from './recipient-records.ts';
import { unsentOf } from './recipients.ts';
import {
  type CampaignRun,
  campaignChange,
  campaigns,
  firstRunActions,
  freeSends,
  pageAction,
  reservationActions,
  runs,
  taskAction,
} from './records.ts';
import { canMove, moveCampaign, sendingProblems } from './rules.ts';

const senders = sendersOf(process.env);

/** A campaign whose runs end without an answer fails. Sending it again continues it. */
export const giveUpCampaign: GiveUp<'send-campaign' | 'send-campaign-batch'> = async ({ payload }, run) => {
  const campaign = { id: payload.campaign_id, brand_id: payload.brand_id };
  await failCampaign(campaign, ['scheduled', 'sending'], 'interrupted', run);
  return 'done';
};

/** Starts a campaign at its time, reads its audience, reserves its messages, starts its batches, and ends it after the last. */
export const sendCampaign =
  (providers: Providers): WorkHandler<'send-campaign'> =>
  async ({ payload }, run) => {
    const campaign = await campaigns.find({ brand_id: payload.brand_id, id: payload.campaign_id });
    switch (campaign?.status) {
      case 'scheduled':
        // A brand under deletion sends nothing new.
        if ((await brands.find({ brand_id: payload.brand_id }))?.deletion !== undefined) {
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
  const state = await runs.find({ campaign_id: campaign.id });
  // The last batches that end schedule this work again.
  if (state !== undefined && state.batches_done === state.batches) await end(campaign, state, run);
  return 'done';
}

async function doTask(campaign: Campaign, providers: Providers, run: WorkRun): Promise<'done' | 'stopped'> {
  const state = await runs.find({ campaign_id: campaign.id });
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

/** Starts a scheduled campaign at its time, or fails it with the reason if it cannot be sent. */
async function startScheduled(campaign: Campaign, run: WorkRun): Promise<WorkOutcome> {
  const due = new Date(campaign.scheduled_at ?? campaign.created_at);
  if (due > run.now()) return { again: due };
  const settings = await messaging.find({ brand_id: campaign.brand_id });
  if (sendingProblems(campaign, settings, senders).length > 0) {
    await failCampaign(campaign, ['scheduled'], 'not_sendable', run);
    return 'done';
  }
  const started = await retryOnConflict(async () => {
    const before = await campaigns.find({ brand_id: campaign.brand_id, id: campaign.id });
    if (before?.version !== campaign.version || before.status !== 'scheduled') return false;
    const now = run.now();
    const after = moveCampaign(before, { status: 'sending', now });
    const others = await firstRunActions(before, after);
    await transact(commerceTable, [...campaignChange(before, after, now), ...others]);
    return true;
  });
  // The change has scheduled the work again, either way.
  return started ? 'done' : { again: run.now() };
}

/**
 * Takes the messages of the whole campaign from the allowance of the month before the first is sent, so that the allowance
 * never ends a campaign in the middle of its audience. A campaign beyond the allowance is paused and sends nothing.
 *
 * @returns `stopped` if the campaign was paused or changed meanwhile
 */
async function reserveSends(campaign: Campaign, run: WorkRun): Promise<'reserved' | 'stopped'> {
  const state = await runs.find({ campaign_id: campaign.id });
  if (state === undefined || state.sends_reserved_at !== undefined || !state.figures['recipients'])
    return 'reserved';
  try {
    const actions = await reservationActions(campaign, state, run.now());
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
  { task, batches: count }: CampaignRun,
  providers: Providers,
  run: WorkRun,
): Promise<'done' | 'stopped'> {
  if (task === 'resend') {
    for await (const batch of batches.all({ campaign_id: campaign.id })) {
      if (run.isTimeUp()) return 'stopped';
      await reopen(campaign, batch);
    }
  }
  await startBatches(campaign, providers, count, run);
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
    const batch = await nextOpenBatch(campaign.id, { from, step, batches });
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
      batches.find({ campaign_id: campaign.id, batch: number }),
      runs.find({ campaign_id: campaign.id }),
    ]);
    if (batch === undefined || !batch.done || state === undefined) return;
    const recipients = await recipientsAmong(campaign.id, batch.contact_ids);
    const unknown = recipients.filter(({ status }) => status === 'unknown');
    if (unknown.length === 0) return;
    await transact(commerceTable, [
      ...reopenBatchActions(batch, recipients),
      ...(await freeSends(state, -unsentOf(recipients))),
      ...unknown.map((recipient) => recipientChange(recipient, { status: 'queued', run: undefined })),
    ]);
  });
}

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
    const state = await runs.find({ campaign_id: campaign.id });
    if (state === undefined || state.complete) return 'complete';
    if (run.isTimeUp()) return 'stopped';
    await retryOnConflict(() => readPage(campaign));
  }
}

/** The segment as it was when sending began, and the contacts of the campaign; contacts in both are recipients once. */
const sourcesOf = ({ contact_ids }: Campaign, { filter }: CampaignRun): readonly AudienceSource[] => [
  ...(contact_ids === undefined ? [] : [{ contactIds: contact_ids }]),
  ...(filter === undefined ? [] : [{ segment: filter }]),
];

async function readPage(campaign: Campaign): Promise<void> {
  const { id: campaign_id, brand_id, type: channel } = campaign;
  const state = await runs.find({ campaign_id });
  if (state === undefined || state.complete) return;
  const { position, batches: batch, started_at: startedAt } = state;
  const sources = sourcesOf(campaign, state);
  const source = sources[position.source];
  if (source === undefined) {
    const nothing = { position, complete: true, recipients: 0, skipped: {} };
    return transact(commerceTable, [pageAction(state, nothing)]);
  }
  const query = { brandId: brand_id, source, channel, startedAt, limit: batchSize, after: position.after };
  const page = await readAudience(query);
  const ids = page.recipients.map(({ contact }) => contact.id);
  const earlier = await recipientsAmong(campaign_id, ids);
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
          batches.insert({ campaign_id, batch, contact_ids, done: false, revision: 0 }),
          ...contact_ids.map((contact_id) =>
            recipients.insert({ campaign_id, contact_id, batch, status: 'queued' }),
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
type Identity = Pick<Campaign, 'id' | 'brand_id'>;

interface Change {
  readonly from: readonly CampaignStatus[];
  readonly status: CampaignStatus;
  readonly reason?: CampaignReason;
  eventOf?(after: Campaign): OutgoingEvent;
  readonly others?: readonly TransactAction[];
}

/**
 * Moves a campaign to another status, with its event, in one transaction.
 *
 * @returns the moved campaign; undefined if it has left the expected statuses meanwhile
 */
async function changeStatus(
  { id, brand_id }: Identity,
  { from, status, reason, eventOf, others = [] }: Change,
  run: WorkRun,
): Promise<Campaign | undefined> {
  const operation = run.newId();
  const moved = await retryOnConflict(async () => {
    const before = await campaigns.find({ brand_id, id });
    if (before === undefined || !from.includes(before.status) || !canMove(before, status)) return undefined;
    const now = run.now();
    const after = moveCampaign(before, { status, now, ...(reason !== undefined && { reason }) });
    const events =
      eventOf === undefined ? [] : recordEvents(brand_id, [eventOf(after)], { now, newId: run.newId });
    await transact(commerceTable, [
      ...campaignChange(before, after, now),
      ...others,
      ...(events.length > 0 ? [outboxAction({ id: operation, events })] : []),
    ]);
    return after;
  });
  if (moved !== undefined && eventOf !== undefined) await wakeForOutbox(outboxShardOf(operation));
  return moved;
}

/** Pauses a campaign that cannot go on before somebody has acted. */
export const pauseFor = (campaign: Identity, reason: CampaignReason, run: WorkRun) =>
  changeStatus(
    campaign,
    {
      from: ['sending'],
      status: 'paused',
      reason,
      eventOf: ({ id, type, updated_at }) => ({
        type: 'campaign.paused',
        data: { id, type, reason, paused_at: updated_at },
      }),
    },
    run,
  );

const failCampaign = (
  campaign: Identity,
  from: readonly CampaignStatus[],
  reason: CampaignReason,
  run: WorkRun,
) =>
  changeStatus(
    campaign,
    {
      from,
      status: 'failed',
      reason,
      eventOf: ({ id, type, updated_at }) => ({
        type: 'campaign.failed',
        data: { id, type, reason, failed_at: updated_at },
      }),
    },
    run,
  );
