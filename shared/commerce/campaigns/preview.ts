import type { CampaignPreview } from '#contract/commerce/campaign-sending.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import {
  campaignTemplates,
  type FieldContact,
  missingIn,
  renderEmail,
  renderSms,
  type Sender,
  valuesFor,
} from './render.ts';

/** The contact of a preview or test without a contact. */
export const sampleContact: FieldContact = {
  name: 'Olive Fern',
  first_name: 'Olive',
  last_name: 'Fern',
  email: 'olive.fern@example.com',
  phone: '+13035550142',
  city: 'Boulder',
};

/** A campaign as a contact would get it. */
export function previewOf(
  campaign: Campaign,
  contact: FieldContact,
  sender: Sender,
  unsubscribeUrl: string,
): Omit<CampaignPreview, 'problems'> {
  const templates = campaignTemplates(campaign);
  const values = valuesFor(contact, sender, unsubscribeUrl);
  const missing_fields = [...missingIn(campaign.type, templates, values)];
  return campaign.type === 'sms'
    ? { type: 'sms', ...renderSms(templates, values), missing_fields }
    : { type: 'email', ...renderEmail(templates, values), missing_fields };
}
