import type { Campaign } from '#contract/commerce/campaigns.ts';
import { ApiError } from '#contract/errors.ts';
import { isWritten } from '#persistence/conflict.ts';
import { reservationActions } from '#store/commerce/campaigns/reserve-sends.ts';
import { readRun } from '#store/commerce/campaigns/runs.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { WorkRun } from '../run-work.ts';
import { pauseFor } from './change-status.ts';

/**
 * Takes the messages of the whole campaign from the allowance of the month before the first is sent, so that the allowance
 * never ends a campaign in the middle of its audience. A campaign beyond the allowance is paused and sends nothing.
 *
 * @returns `stopped` if the campaign was paused or changed meanwhile
 */
export async function reserveSends(campaign: Campaign, run: WorkRun): Promise<'reserved' | 'stopped'> {
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
