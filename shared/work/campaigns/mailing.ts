import { type CampaignTemplates, campaignTemplates, type Sender } from '#commerce/campaigns/render.ts';
import { unsubscribeToken } from '#commerce/campaigns/unsubscribe-token.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import type { MessagingSettings } from '#contract/commerce/messaging.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { readMessagingSettings } from '#store/commerce/campaigns/messaging-settings.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { Providers } from '#store/commerce/messages/providers.ts';
import { unsubscribeKey } from '#store/commerce/messages/unsubscribe-key.ts';

/** Everything that the messages of a campaign have in common. */
export interface Mailing {
  readonly campaign: Campaign;
  readonly templates: CampaignTemplates;
  readonly sender: Sender;
  readonly settings: MessagingSettings;
  /** Of the brand. */
  readonly timeZone: string;
  unsubscribeUrl(contactId: string): string;
}

/** @returns undefined if the brand is gone */
export async function openMailing(campaign: Campaign, providers: Providers): Promise<Mailing | undefined> {
  const { id, brand_id, type } = campaign;
  const [record, settings, key] = await Promise.all([
    findBrand(commerceTable, brand_id),
    readMessagingSettings(commerceTable, brand_id),
    unsubscribeKey(providers.unsubscribeSecret),
  ]);
  if (record === undefined) return undefined;
  return {
    campaign,
    templates: campaignTemplates(campaign),
    sender: { brand_name: settings.from_name ?? record.brand.name, settings },
    settings,
    timeZone: record.brand.time_zone,
    unsubscribeUrl: (contact_id) => {
      const token = unsubscribeToken({ brand_id, contact_id, campaign_id: id, channel: type }, key);
      return `${providers.publicUrl}/api/v1/unsubscribe/${token}`;
    },
  };
}
