import type { Campaign, CampaignReason, CampaignStatus } from '#commerce/campaigns/contract.ts';
import { canMove, moveCampaign } from '#commerce/campaigns/states.ts';
import { recordEvents } from '#commerce/work/record-events.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { changeCampaign, readCampaign } from '#store/commerce/campaigns.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { WorkRun } from '../run-work.ts';

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
export async function changeStatus(
  { id, brand_id }: Identity,
  { from, status, reason, eventOf, others = [] }: Change,
  run: WorkRun,
): Promise<Campaign | undefined> {
  const operation = run.newId();
  const moved = await retryOnConflict(async () => {
    const before = await readCampaign(commerceTable, brand_id, id);
    if (before === undefined || !from.includes(before.status) || !canMove(before, status)) return undefined;
    const now = run.now();
    const after = moveCampaign(before, { status, now, ...(reason !== undefined && { reason }) });
    const events =
      eventOf === undefined ? [] : recordEvents(brand_id, [eventOf(after)], { now, newId: run.newId });
    await changeCampaign(commerceTable, before, after, {
      now,
      others: [...others, ...(events.length > 0 ? [outboxAction({ id: operation, events })] : [])],
    });
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

export const pauseBlocked = (campaign: Identity, run: WorkRun) => pauseFor(campaign, 'sender_blocked', run);

export const failCampaign = (
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
