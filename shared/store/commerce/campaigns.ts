import { type Campaign, campaign as campaignSchema } from '#contract/commerce/campaigns.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { finder } from './brand-items.ts';
import { campaignKey, campaignsOf } from './commerce-keys.ts';

export const insertCampaign = (
  table: Table,
  campaign: Campaign,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [insertion(itemOf(campaignKey(campaign.brand_id, campaign.id), campaign)), ...others]);

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

const campaignFields = fieldsOf(campaignSchema);
const campaignFrom = (item: Item) => resourceOf<Campaign>(item, campaignFields);

export const findCampaign = finder(campaignKey, campaignFrom);
