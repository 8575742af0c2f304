import type { Campaign } from '#commerce/campaigns/contract.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { adjustEntitlement, checkEntitlement, useEntitlement } from '../billing/entitlements.ts';
import { stillSending } from '../campaigns.ts';
import { type CampaignRun, readRun, sendsReservedAction } from './runs.ts';

const name = 'campaign_sends';

/**
 * The actions that take the messages of all recipients from the allowance of the month, once. They fail if the campaign is no
 * longer being sent, so that messages of a paused or cancelled one are not taken.
 *
 * @throws ApiError payment_required if the allowance is too small for the whole campaign
 */
export const reservationActions = async (
  table: Table,
  { id, brand_id: brandId }: Campaign,
  { figures }: CampaignRun,
  now: Date,
): Promise<readonly TransactAction[]> => [
  ...(await useEntitlement(table, { brandId, name, amount: figures['recipients'] ?? 0, now })),
  sendsReservedAction(id, now),
  stillSending({ id, brand_id: brandId }),
];

/** The actions that give messages back that were not sent, in the month in which they were taken; negative: take them again. */
export const freeSends = async (
  table: Table,
  { brand_id: brandId, sends_reserved_at: at }: CampaignRun,
  amount: number,
): Promise<readonly TransactAction[]> =>
  at === undefined ? [] : adjustEntitlement(table, { brandId, name, amount: -amount, now: new Date(at) });

/**
 * Checks the allowance before a campaign is sent or continued. The number of its recipients is known after its audience was
 * read; until then one message must be left.
 *
 * @throws ApiError payment_required
 */
export async function checkSends(
  table: Table,
  { id, brand_id: brandId, status }: Campaign,
  now: Date,
): Promise<void> {
  const run = status === 'paused' ? await readRun(table, id) : undefined;
  if (run?.sends_reserved_at !== undefined) return;
  const amount = Math.max(1, run?.complete ? (run.figures['recipients'] ?? 0) : 0);
  await checkEntitlement(table, { brandId, name, amount, now });
}
