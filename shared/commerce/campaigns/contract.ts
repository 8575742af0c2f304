import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import {
  cursorQuery,
  dataOf,
  datetime,
  email,
  membersOf,
  pageOf,
  timestamp,
  uuid,
} from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'campaigns');

/** Why a campaign is paused or failed. */
export const campaignReasons = [
  'requested',
  'sends_used_up',
  'sender_blocked',
  'not_sendable',
  'no_recipients',
  'brand_closing',
  // Its runs were killed or timed out, one after another.
  'interrupted',
] as const;
export type CampaignReason = (typeof campaignReasons)[number];

export const campaignStatuses = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
  'failed',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

const contentTypes = ['text', 'html'] as const;
const aboutContentTypes =
  'Of the content of an e-mail: plain text, which is shown as it is written with links for its addresses, or HTML';

const campaignFields = {
  brand_id: uuid,
  name: z.string().min(1).max(255),
  subject: z.string().min(1).max(500),
  content: z.string().min(1),
  content_type: z.enum(contentTypes).default('text').describe(aboutContentTypes),
  /** Part for readers without HTML. Made from the content if absent. */
  text: z.string().min(1).optional(),
  type: z.enum(['email', 'sms']).default('email'),
  segment_id: uuid.optional(),
  contact_ids: z.array(uuid).optional(),
  scheduled_at: datetime.optional(),
};

export const campaignInput = z.object(campaignFields);
export type CampaignInput = z.output<typeof campaignInput>;

/** A JSON merge patch (RFC 7396): null removes a member. */
export const campaignPatch = z.object({
  name: campaignFields.name.optional(),
  subject: campaignFields.subject.optional(),
  content: campaignFields.content.optional(),
  content_type: z.enum(contentTypes).optional().describe(aboutContentTypes),
  text: campaignFields.text.nullable(),
  type: z.enum(['email', 'sms']).optional(),
  segment_id: uuid.nullish(),
  contact_ids: z.array(uuid).nullish(),
  scheduled_at: datetime.nullish(),
});
export type CampaignPatch = z.output<typeof campaignPatch>;

export const campaign = z
  .object({
    id: uuid,
    ...campaignFields,
    status: z.enum(campaignStatuses),
    /** Of a paused or failed campaign. */
    reason: z.enum(campaignReasons).optional(),
    started_at: timestamp.optional(),
    sent_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof campaign>;

const campaignId = z.object({ id: uuid.describe('Id of the campaign') });

const aboutTemplates =
  'content is plain text unless content_type is html. subject, content and text may have fields: {{first_name|friend}} with a default, {{first_name}} without. A contact without a value for a field without a default is skipped and listed with the reason missing_field. Fields: first_name, last_name, name, email, phone, city, brand_name, postal_address, unsubscribe_url. Write \\{{ for braces.';

export const createCampaign = endpoint('POST', '/api/v1/campaigns', 'create-campaign', {
  summary: 'Create an e-mail or SMS campaign',
  description: `With a scheduled_at in the future the campaign is scheduled and starts at that time. Otherwise it is a draft until POST /api/v1/campaigns/{id}/send. ${aboutTemplates}`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['campaigns', 'work'],
  limiter: 'email',
  idempotent: true,
  recordsActivity: true,
  body: campaignInput,
  responses: { 201: { description: 'The created campaign', schema: dataOf(campaign) } },
  errors: ['campaign_not_created'],
});

export const listCampaigns = endpoint('GET', '/api/v1/campaigns', 'list-campaigns', {
  summary: 'List the campaigns of a brand, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Campaigns, newest first', schema: pageOf(campaign) } },
  errors: ['invalid_cursor'],
});

export const getCampaign = endpoint('GET', '/api/v1/campaigns/{id}', 'get-campaign', {
  summary: 'Get a campaign',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: campaignId,
  resource: campaign,
  responses: { 200: { description: 'The campaign', schema: dataOf(campaign) } },
  errors: ['not_found'],
});

export const updateCampaign = endpoint('PATCH', '/api/v1/campaigns/{id}', 'update-campaign', {
  summary: 'Change a campaign before it is sent, by a JSON merge patch',
  description: `Allowed while the campaign is a draft, scheduled, or failed for a reason other than interrupted. A scheduled_at in the future schedules the campaign, and null makes it a draft again. ${aboutTemplates}`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['campaigns', 'work'],
  versioned: true,
  parameters: campaignId,
  resource: campaign,
  body: campaignPatch,
  responses: { 200: { description: 'The changed campaign', schema: dataOf(campaign) } },
  errors: ['not_found', 'campaign_not_editable', 'precondition_failed', 'conflict'],
});

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
  resource: campaign,
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
  resource: campaign,
  body: z.object({ scheduled_at: datetime }),
  wakesWorkers: true,
  errors: ['not_found', 'illegal_campaign_transition', 'campaign_not_sendable', 'conflict'],
});

export const pauseCampaign = endpoint('POST', '/api/v1/campaigns/{id}/pause', 'pause-campaign', {
  summary: 'Pause a campaign that is being sent',
  description: 'Messages of a batch in progress, at most 90, are still sent. Send continues the campaign.',
  ...moving,
  resource: campaign,
  errors: ['not_found', 'illegal_campaign_transition', 'conflict'],
});

export const cancelCampaign = endpoint('POST', '/api/v1/campaigns/{id}/cancel', 'cancel-campaign', {
  summary: 'Cancel a campaign, also while it is being sent',
  description: 'Contacts without a message so far get none and are listed as cancelled.',
  ...moving,
  resource: campaign,
  wakesWorkers: true,
  errors: ['not_found', 'illegal_campaign_transition', 'conflict'],
});

export const resendUnknown = endpoint('POST', '/api/v1/campaigns/{id}/resend-unknown', 'resend-unknown', {
  summary: 'Send again to the contacts whose message may have been lost',
  description:
    'A message is unknown if its sender died or got no answer between the call of the provider and its answer. An event of the provider settles it. Unknown messages are not sent again by themselves, because the contact may have the message.',
  ...moving,
  resource: campaign,
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
  resource: campaign,
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
  resource: campaign,
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
    resource: campaign,
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

/** States that the list can be filtered by: those with an outcome. */
export const finalStates = recipientStates.filter((state) => state !== 'queued' && state !== 'sending');

export const listRecipients = endpoint('GET', '/api/v1/campaigns/{id}/recipients', 'list-recipients', {
  summary: 'List the recipients of a campaign with their state',
  description: 'Recipients in one state come from an index that may lag by a moment.',
  access: staff,
  data: 'read',
  parameters: campaignId,
  resource: campaign,
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
