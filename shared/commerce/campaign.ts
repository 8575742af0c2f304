import type { Campaign, CampaignInput } from '#contract/commerce/campaigns.ts';

/** A new campaign: scheduled if it has a time, else a draft. */
export function newCampaign(
  input: CampaignInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Campaign {
  const status = input.scheduled_at === undefined ? 'draft' : 'scheduled';
  return { id, ...input, status, created_at: now.toISOString() };
}

export const audienceSize = ({ contact_ids }: Campaign): number => contact_ids?.length ?? 0;
