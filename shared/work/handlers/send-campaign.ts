import type { Campaign } from '#contract/commerce/campaigns.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { type CampaignRun, readRun } from '#store/commerce/campaigns/runs.ts';
import { readCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { doBatchTask } from '../campaigns/batch-tasks.ts';
import { changeStatus, failCampaign } from '../campaigns/change-status.ts';
import { readWholeAudience } from '../campaigns/read-audience.ts';
import { reserveSends } from '../campaigns/reserve-sends.ts';
import { startScheduled } from '../campaigns/start.ts';
import type { WorkHandler, WorkOutcome, WorkRun } from '../run-work.ts';

/** Starts a campaign at its time, reads its audience, reserves its messages, starts its batches, and ends it after the last. */
export const sendCampaign: WorkHandler<'send-campaign'> = async ({ payload }, run) => {
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
      return goOn(campaign, run);
    case 'cancelled':
      // Its batches end without sending.
      return (await doTask(campaign, run)) === 'stopped' ? { again: run.now() } : 'done';
    default:
      return 'done';
  }
};

async function goOn(campaign: Campaign, run: WorkRun): Promise<WorkOutcome> {
  if ((await readWholeAudience(campaign, run)) === 'stopped') return { again: run.now() };
  if ((await reserveSends(campaign, run)) === 'stopped') return { again: run.now() };
  if ((await doTask(campaign, run)) === 'stopped') return { again: run.now() };
  const state = await readRun(commerceTable, campaign.id);
  // Every batch that ends schedules this work again.
  if (state !== undefined && state.batches_done === state.batches) await end(campaign, state, run);
  return 'done';
}

async function doTask(campaign: Campaign, run: WorkRun): Promise<'done' | 'stopped'> {
  const state = await readRun(commerceTable, campaign.id);
  return state?.task === undefined ? 'done' : doBatchTask(campaign, state.task, run);
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
