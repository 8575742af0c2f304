import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { MessagingSettings } from '../messages/contract.ts';
import type { Senders } from '../messages/senders.ts';
import { maxSmsLength } from '../messages/sms.ts';
import type { Campaign, CampaignPreview } from './contract.ts';
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
  const missing_fields = [...missingIn(templates, values)];
  return campaign.type === 'sms'
    ? { type: 'sms', ...renderSms(templates, values), missing_fields }
    : { type: 'email', ...renderEmail(templates, values), missing_fields };
}

/** What keeps a campaign from being sent. */
export function sendingProblems(
  { type, content, segment_id, contact_ids }: Campaign,
  { postal_address }: Pick<MessagingSettings, 'postal_address'>,
  senders: Senders,
): readonly ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const add = (path: readonly string[], message: string, code: string) =>
    problems.push({ path, message, code });
  if (segment_id === undefined && (contact_ids === undefined || contact_ids.length === 0))
    add(['campaign', 'segment_id'], 'Choose a segment or contacts', 'no_audience');
  if (!senders[type])
    add(
      ['deployment', type],
      'The operator has not set up a sender for this channel',
      'sender_not_configured',
    );
  if (type === 'email' && postal_address === undefined)
    add(['messaging', 'postal_address'], 'Set the postal address of the brand', 'no_postal_address');
  if (type === 'sms' && content.length > maxSmsLength)
    add(['campaign', 'content'], `A text message has at most ${maxSmsLength} characters`, 'too_long');
  return problems;
}

/** @throws ApiError campaign_not_sendable with every problem */
export function requireSendable(...input: Parameters<typeof sendingProblems>): void {
  const details = sendingProblems(...input);
  if (details.length > 0) throw new ApiError('campaign_not_sendable', { details });
}

/**
 * Refuses a test to addresses beyond those that the owner has chosen.
 *
 * @throws ApiError campaign_not_sendable, address_not_allowed
 */
export function requireTestable(
  { type }: Campaign,
  { test_addresses }: Pick<MessagingSettings, 'test_addresses'>,
  senders: Senders,
  addresses: readonly string[],
): void {
  if (!senders[type]) {
    const message = 'The operator has not set up a sender for this channel';
    const details = [{ path: ['deployment', type], message, code: 'sender_not_configured' }];
    throw new ApiError('campaign_not_sendable', { details });
  }
  const allowed = test_addresses.filter((address) => address.includes('@') === (type === 'email'));
  const details = addresses.flatMap((address, index) =>
    allowed.includes(address)
      ? []
      : [{ path: ['body', 'addresses', index], message: 'Not a test address', code: 'address_not_allowed' }],
  );
  if (details.length > 0) throw new ApiError('address_not_allowed', { details });
}
