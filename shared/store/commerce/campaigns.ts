import { type Campaign, campaign as campaignSchema } from '#contract/commerce/campaigns.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { findInBrands } from './brand-items.ts';
import { campaignKey, campaignsOf } from './commerce-keys.ts';

/** Stores a new campaign and `others` in one transaction. */
export const insertCampaign = (
  table: Table,
  campaign: Campaign,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [insertion(itemOf(campaignKey(campaign.brand_id, campaign.id), campaign)), ...others]);

/** The campaign with this id in one of the brands. */
export async function findCampaign(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<Campaign | undefined> {
  const item = await findInBrands(table, brandIds, (brandId) => campaignKey(brandId, id));
  return item && campaignFrom(item);
}

/** Campaigns of a brand, newest first. */
export const readCampaigns = (
  table: Table,
  brandId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<StoredPage<Campaign>> =>
  queryPage(
    table,
    { list: ['campaigns', brandId], limit, cursor, range: { ...campaignsOf(brandId), newestFirst: true } },
    campaignFrom,
  );

const campaignFields = fieldsOf(campaignSchema);
const campaignFrom = (item: Item) => resourceOf<Campaign>(item, campaignFields);
