import { sendingProblems } from '#commerce/campaigns/sendable.ts';
import { moveCampaign } from '#commerce/campaigns/states.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { readMessagingSettings } from '#store/commerce/campaigns/messaging-settings.ts';
import { firstRunActions } from '#store/commerce/campaigns/runs.ts';
import { changeCampaign, readCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { sendersOf } from '#store/commerce/messages/senders.ts';
import type { WorkOutcome, WorkRun } from '../run-work.ts';
import { failCampaign } from './change-status.ts';

const senders = sendersOf(process.env);

/** Starts a scheduled campaign at its time, or fails it with the reason if it cannot be sent. */
export async function startScheduled(campaign: Campaign, run: WorkRun): Promise<WorkOutcome> {
  const due = new Date(campaign.scheduled_at ?? campaign.created_at);
  if (due > run.now()) return { again: due };
  const settings = await readMessagingSettings(commerceTable, campaign.brand_id);
  if (sendingProblems(campaign, settings, senders).length > 0) {
    await failCampaign(campaign, ['scheduled'], 'not_sendable', run);
    return 'done';
  }
  const started = await retryOnConflict(async () => {
    const before = await readCampaign(commerceTable, campaign.brand_id, campaign.id);
    if (before?.version !== campaign.version || before.status !== 'scheduled') return false;
    const now = run.now();
    const after = moveCampaign(before, { status: 'sending', now });
    const others = await firstRunActions(commerceTable, before, after);
    await changeCampaign(commerceTable, before, after, { now, others });
    return true;
  });
  // The change has scheduled the work again, either way.
  return started ? 'done' : { again: run.now() };
}
