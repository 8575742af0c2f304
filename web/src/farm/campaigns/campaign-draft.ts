import type { Campaign } from '#commerce/campaigns/contract.ts';
import type { ApiInput } from '#web/api/api.ts';

/** A campaign as its form holds it. */
export interface CampaignDraft {
  readonly type: 'email' | 'sms';
  readonly name: string;
  readonly subject: string;
  readonly content: string;
  readonly content_type: 'text' | 'html';
  readonly text: string;
  /** '' for none. */
  readonly segment_id: string;
  readonly contact_ids: readonly string[];
}

/** The form of a campaign; empty without one. */
export const campaignDraft = (campaign?: Campaign): CampaignDraft => ({
  type: campaign?.type ?? 'email',
  name: campaign?.name ?? '',
  subject: campaign?.subject ?? '',
  content: campaign?.content ?? '',
  content_type: campaign?.content_type ?? 'text',
  text: campaign?.text ?? '',
  segment_id: campaign?.segment_id ?? '',
  contact_ids: campaign?.contact_ids ?? [],
});

/** The members of a new campaign. A text message has no subject, so its name stands in for the required member. */
export const campaignInput = (
  draft: CampaignDraft,
): Omit<ApiInput<'POST /api/v1/campaigns'>, 'brand_id'> => ({
  type: draft.type,
  name: draft.name.trim(),
  subject: subjectOf(draft),
  content: draft.content,
  content_type: draft.content_type,
  text: draft.text.trim() === '' || draft.type === 'sms' ? undefined : draft.text,
  segment_id: draft.segment_id || undefined,
  contact_ids: draft.contact_ids.length > 0 ? draft.contact_ids : undefined,
});

/** The change of a stored campaign to what the form shows. */
export const campaignPatch = (
  draft: CampaignDraft,
): Omit<ApiInput<'PATCH /api/v1/campaigns/{id}'>, 'id'> => ({
  type: draft.type,
  name: draft.name.trim(),
  subject: subjectOf(draft),
  content: draft.content,
  content_type: draft.content_type,
  text: draft.text.trim() === '' || draft.type === 'sms' ? null : draft.text,
  segment_id: draft.segment_id || null,
  contact_ids: draft.contact_ids.length > 0 ? draft.contact_ids : null,
});

const subjectOf = ({ type, subject, name }: CampaignDraft): string =>
  type === 'sms' ? name.trim() || subject : subject.trim();
