import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, email, membersOf, pageOf, timestamp, uuid } from '../fields.ts';
import { campaign, campaignId, campaignStatuses } from './campaigns.ts';

const endpoint = endpointsOf('commerce', 'campaigns');

const staff = { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' } as const;
const everyone = { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' } as const;

/** Of a campaign that moves to another status. */
const moving = {
  access: staff,
  data: 'write',
  writes: ['campaigns', 'campaign-runs', 'work'],
  idempotent: true,
  parameters: campaignId,
  responses: { 200: { description: 'The campaign', schema: dataOf(campaign) } },
} as const;

export const sendCampaign = endpoint('POST', '/api/v1/campaigns/{id}/send', 'send-campaign', {
  summary: 'Send a campaign now, or continue a paused one',
  description:
    'The audience is the segment and the contacts of the campaign, each contact and each address once. Contacts without consent or with a suppressed address are left out and counted in the statistics. Consent is read again just before each message. A campaign with more recipients than the messages that the plan has left this month sends nothing and is paused with the reason sends_used_up.',
  ...moving,
  limiter: 'email',
  wakesWorkers: true,
  errors: [
    'not_found',
    'illegal_campaign_transition',
    'campaign_not_sendable',
    'payment_required',
    'conflict',
  ],
});

export const scheduleCampaign = endpoint('POST', '/api/v1/campaigns/{id}/schedule', 'schedule-campaign', {
  summary: 'Schedule a campaign',
  description: 'The campaign starts at this time, to the minute. A scheduled campaign gets the new time.',
  ...moving,
  body: z.object({ scheduled_at: datetime }),
  wakesWorkers: true,
  errors: ['not_found', 'illegal_campaign_transition', 'campaign_not_sendable', 'conflict'],
});

export const pauseCampaign = endpoint('POST', '/api/v1/campaigns/{id}/pause', 'pause-campaign', {
  summary: 'Pause a campaign that is being sent',
  description: 'Messages of a batch in progress, at most 90, are still sent. Send continues the campaign.',
  ...moving,
  errors: ['not_found', 'illegal_campaign_transition', 'conflict'],
});

export const cancelCampaign = endpoint('POST', '/api/v1/campaigns/{id}/cancel', 'cancel-campaign', {
  summary: 'Cancel a campaign, also while it is being sent',
  description: 'Contacts without a message so far get none and are listed as cancelled.',
  ...moving,
  wakesWorkers: true,
  errors: ['not_found', 'illegal_campaign_transition', 'conflict'],
});

export const resendUnknown = endpoint('POST', '/api/v1/campaigns/{id}/resend-unknown', 'resend-unknown', {
  summary: 'Send again to the contacts whose message may have been lost',
  description:
    'A message is unknown if its sender died or got no answer between the call of the provider and its answer. An event of the provider settles it. Unknown messages are not sent again by themselves, because the contact may have the message.',
  ...moving,
  limiter: 'email',
  wakesWorkers: true,
  errors: ['not_found', 'illegal_campaign_transition', 'conflict'],
});

const testMessages = z.object({ messages: z.array(z.object({ id: z.string(), address: z.string() })) });

export const testCampaign = endpoint('POST', '/api/v1/campaigns/{id}/test', 'test-campaign', {
  summary: 'Send a test of a campaign to members of the brand',
  description:
    'The addresses must be among the test_addresses of the messaging settings. The test is rendered for contact_id, or for a sample contact.',
  access: staff,
  data: 'write',
  writes: ['messages'],
  limiter: 'email',
  idempotent: true,
  wakesWorkers: true,
  parameters: campaignId,
  body: z.object({
    addresses: z.array(z.string().min(1).max(254)).min(1).max(5),
    contact_id: uuid.optional(),
  }),
  responses: { 201: { description: 'The queued messages', schema: dataOf(testMessages) } },
  errors: ['not_found', 'campaign_not_sendable', 'address_not_allowed'],
});

const preview = z
  .object({
    type: z.enum(['email', 'sms']),
    subject: z.string().optional(),
    html: z.string().optional(),
    text: z.string(),
    /** Parts in which a text message is sent and billed. */
    segments: z.int().optional(),
    encoding: z.enum(['gsm7', 'ucs2']).optional(),
    /** Fields without value and default. The contact would be skipped. */
    missing_fields: z.array(z.string()),
    /** What keeps the campaign from being sent. */
    problems: z.array(z.object({ path: z.array(z.string()), message: z.string() })),
  })
  .meta({ id: 'CampaignPreview' });
export type CampaignPreview = z.output<typeof preview>;

export const previewCampaign = endpoint('POST', '/api/v1/campaigns/{id}/preview', 'preview-campaign', {
  summary: 'Render a campaign for a contact, as it would be sent',
  access: everyone,
  data: 'write',
  writes: [],
  limiter: 'api',
  idempotent: true,
  parameters: campaignId,
  body: z.object({ contact_id: uuid.optional() }),
  responses: { 200: { description: 'The message', schema: dataOf(preview) } },
  errors: ['not_found', 'contact_not_found'],
});

/** Reasons for which contacts get no message. */
export const skipReasons = [
  'no_address',
  'no_consent',
  'withdrawn',
  'suppressed',
  'not_found',
  'missing_field',
  'too_long',
  'same_address',
] as const;

const count = z.int();

export const campaignStatistics = z
  .object({
    campaign_id: uuid,
    status: z.enum(campaignStatuses),
    /** True when the audience has been read to its end. */
    audience_complete: z.boolean(),
    /** Contacts of the audience that can be reached. */
    recipients: count,
    /** Not sent yet. */
    pending: count,
    sent: count,
    unknown: count,
    failed: count,
    cancelled: count,
    skipped: membersOf(['total', ...skipReasons], count),
    delivered: count,
    bounced: count,
    complained: count,
    unsubscribed: count,
    /** Parts of the sent text messages. */
    segments: count,
  })
  .meta({ id: 'CampaignStatistics' });
export type CampaignStatistics = z.output<typeof campaignStatistics>;

export const getCampaignStatistics = endpoint(
  'GET',
  '/api/v1/campaigns/{id}/statistics',
  'get-campaign-statistics',
  {
    summary: 'Get the statistics of a campaign',
    description: 'Figures grow with each batch of up to 90 messages and are exact at the end.',
    access: everyone,
    data: 'read',
    parameters: campaignId,
    responses: { 200: { description: 'The statistics', schema: dataOf(campaignStatistics) } },
    errors: ['not_found'],
  },
);

export const recipientStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'skipped',
  'unknown',
  'cancelled',
] as const;
export type RecipientState = (typeof recipientStates)[number];

export const recipient = z
  .object({
    contact_id: uuid,
    state: z.enum(recipientStates),
    /** Of a skipped, failed or bounced message. */
    reason: z.string().optional(),
    /** Parts of a text message. */
    segments: z.int().optional(),
    sent_at: timestamp.optional(),
    unsubscribed_at: timestamp.optional(),
  })
  .meta({ id: 'CampaignRecipient' });
export type CampaignRecipient = z.output<typeof recipient>;
export type Recipient = z.output<typeof recipient>;

const finalStates = recipientStates.filter((state) => state !== 'queued' && state !== 'sending');

export const listRecipients = endpoint('GET', '/api/v1/campaigns/{id}/recipients', 'list-recipients', {
  summary: 'List the recipients of a campaign with their state',
  description: 'Recipients in one state come from an index that may lag by a moment.',
  access: staff,
  data: 'read',
  parameters: campaignId,
  query: z.strictObject({
    state: z
      .enum(finalStates as [RecipientState, ...RecipientState[]])
      .optional()
      .describe('Recipients in this state'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Recipients by contact id', schema: pageOf(recipient) } },
  errors: ['not_found', 'invalid_cursor'],
});

/** Addresses of a test: e-mail, or phone numbers in E.164. */
export const testAddress = z.union([email.max(254), z.string().regex(/^\+[1-9]\d{6,14}$/)]);
