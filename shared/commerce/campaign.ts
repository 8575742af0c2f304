import type { Campaign, CampaignInput } from '#contract/commerce/campaigns.ts';

/** A new campaign: scheduled when it has a time, else a draft. */
export function newCampaign(
  input: CampaignInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Campaign {
  const status = input.scheduled_at === undefined ? 'draft' : 'scheduled';
  return { id, ...input, status, created_at: now.toISOString() };
}

/** Number of contacts addressed one by one (spec, "Events": length of `contact_ids`, else 0). */
export const audienceSize = ({ contact_ids }: Campaign): number => contact_ids?.length ?? 0;
