import { type Campaign, campaign as campaignSchema } from '#commerce/campaigns/contract.ts';
import { hasOpenRun } from '#commerce/campaigns/states.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { finder } from './brand-items.ts';
import { campaignKey, campaignsOf } from './commerce-keys.ts';
import { cancelWork, scheduleWork } from './work/work-items.ts';

export const insertCampaign = (
  table: Table,
  campaign: Campaign,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    insertion(campaignItem(campaign)),
    ...(campaign.status === 'scheduled' ? [startWork(campaign)] : []),
    ...others,
  ]);

/**
 * The action that replaces the campaign, and those that schedule its start or cancel it. The first fails if the stored
 * campaign is no longer `before`.
 */
const campaignChange = (before: Campaign, after: Campaign, now: Date): readonly TransactAction[] => [
  { Put: { Item: campaignItem(after), ...isStill(before) } },
  ...workChange(before, after, now),
];

/** @throws ConditionFailed when the stored campaign is no longer `before` */
export const changeCampaign = (
  table: Table,
  before: Campaign,
  after: Campaign,
  { now, others = [] }: { readonly now: Date; readonly others?: readonly TransactAction[] },
): Promise<void> => transact(table, [...campaignChange(before, after, now), ...others]);

/** The campaign, strongly consistent. */
export async function readCampaign(table: Table, brandId: string, id: string): Promise<Campaign | undefined> {
  const item = await getItem(table, campaignKey(brandId, id));
  return item && campaignFrom(item);
}

export const readCampaigns = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Campaign>> =>
  queryPage(
    table,
    { list: ['campaigns', brandId], limit, cursor, range: { ...campaignsOf(brandId), newestFirst: true } },
    campaignFrom,
  );

/** The action that has a campaign started, continued or ended at a time. */
export const campaignWork = (
  { id, brand_id }: Pick<Campaign, 'id' | 'brand_id'>,
  due: Date,
): TransactAction =>
  scheduleWork({ kind: 'send-campaign', key: id, due, payload: { brand_id, campaign_id: id } });

const startWork = (campaign: Campaign): TransactAction =>
  campaignWork(campaign, new Date(campaign.scheduled_at ?? campaign.created_at));

function workChange(before: Campaign, after: Campaign, now: Date): readonly TransactAction[] {
  if (after.status === 'scheduled') return [startWork(after)];
  // A cancelled campaign ends its batches; a continued one starts them.
  const isEnding = after.status === 'cancelled' && hasOpenRun(before);
  if (after.status === 'sending' || before.status === 'sending' || isEnding)
    return [campaignWork(after, now)];
  return before.status === 'scheduled' ? [cancelWork('send-campaign', after.id, now)] : [];
}

const campaignItem = (campaign: Campaign) => itemOf(campaignKey(campaign.brand_id, campaign.id), campaign);

/** Holds while the campaign is being sent. */
export const stillSending = ({ id, brand_id }: Pick<Campaign, 'id' | 'brand_id'>): TransactAction => ({
  ConditionCheck: {
    Key: { ...campaignKey(brand_id, id) },
    ConditionExpression: '#status = :sending',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':sending': 'sending' },
  },
});

const isStill = ({ version }: Campaign) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

const campaignFields = fieldsOf(campaignSchema);
const campaignFrom = (item: Item): Campaign => resourceOf<Campaign>(item, campaignFields);

export const findCampaign = finder(campaignKey, campaignFrom);
