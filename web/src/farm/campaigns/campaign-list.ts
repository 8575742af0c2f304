import type { Campaign, CampaignStatistics } from '#commerce/campaigns/contract.ts';
import { api } from '#web/api/api.ts';
import type { Tone } from '#web/components/badge.tsx';
import { type Pages, type Query, usePages, useQuery } from '#web/data/query.ts';

/** The campaigns of a brand, newest first. */
export function useCampaigns(brandId: string): Pages<Campaign> {
  return usePages('campaigns?list', (cursor) =>
    api('GET /api/v1/campaigns', { brand_id: brandId, limit: 100, cursor }),
  );
}

/** The statistics of a campaign; reads nothing without one. */
export function useStatistics(campaign: Campaign | undefined): Query<CampaignStatistics> {
  const id = campaign?.id ?? '';
  return useQuery(campaign && `campaigns/${id}/statistics`, () =>
    api('GET /api/v1/campaigns/{id}/statistics', { id }),
  );
}

/** The tone of each state of a campaign. */
export const stateTones: Readonly<Record<Campaign['status'], Tone>> = {
  draft: 'neutral',
  scheduled: 'info',
  sending: 'info',
  paused: 'warning',
  sent: 'good',
  cancelled: 'neutral',
  failed: 'danger',
};

/** The campaign that is being sent now, else the one that is scheduled first. */
export function nextCampaign(campaigns: readonly Campaign[]): Campaign | undefined {
  const scheduled = campaigns
    .filter(({ status }) => status === 'scheduled')
    .sort((one, other) => (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? ''));
  return campaigns.find(({ status }) => status === 'sending') ?? scheduled[0];
}

/** The campaign that was sent last. */
export const lastCampaign = (campaigns: readonly Campaign[]): Campaign | undefined =>
  campaigns
    .filter(({ status }) => status === 'sent')
    .sort((one, other) => (other.sent_at ?? '').localeCompare(one.sent_at ?? ''))[0];

/** When something happens or happened to a campaign. */
export const timeOf = ({ sent_at, scheduled_at, updated_at, status }: Campaign): string =>
  (status === 'scheduled' ? scheduled_at : sent_at) ?? updated_at;
