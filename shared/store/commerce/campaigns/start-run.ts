import type { Campaign } from '#contract/commerce/campaigns.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { segmentFilter } from './contacts.ts';
import { newRunAction, taskAction } from './runs.ts';

/**
 * The actions that begin or continue the run of a campaign, for the transaction that makes it `sending`. The rule of the
 * segment is copied, so that a later change of the segment does not change the audience.
 */
export async function firstRunActions(
  table: Table,
  before: Campaign,
  after: Campaign,
): Promise<readonly TransactAction[]> {
  const { id, brand_id, segment_id, started_at } = after;
  // A paused campaign goes on with the batches that it has.
  if (before.status === 'paused') return [taskAction(id, 'restart')];
  const filter = segment_id === undefined ? undefined : await segmentFilter(table, brand_id, segment_id);
  const run = {
    campaign_id: id,
    brand_id,
    started_at: started_at ?? after.updated_at,
    ...(filter !== undefined && { filter: JSON.stringify(filter) }),
  };
  return [newRunAction(run)];
}
