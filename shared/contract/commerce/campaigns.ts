import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, uuid } from '../fields.ts';

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

const campaignFormats = ['text', 'html'] as const;
const aboutFormats =
  'Of the content of an e-mail: plain text, which is shown as it is written with links for its addresses, or HTML';

const campaignFields = {
  brand_id: uuid,
  name: z.string().min(1).max(255),
  subject: z.string().min(1).max(500),
  content: z.string().min(1),
  format: z.enum(campaignFormats).default('text').describe(aboutFormats),
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
  format: z.enum(campaignFormats).optional().describe(aboutFormats),
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

export const campaignId = z.object({ id: uuid.describe('Id of the campaign') });

const aboutTemplates =
  'content is plain text unless format is html. subject, content and text may have fields: {{first_name|friend}} with a default, {{first_name}} without. A contact without a value for a field without a default is skipped and listed with the reason missing_field. Fields: first_name, last_name, name, email, phone, city, brand_name, postal_address, unsubscribe_url. Write \\{{ for braces.';

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
  body: campaignPatch,
  responses: { 200: { description: 'The changed campaign', schema: dataOf(campaign) } },
  errors: ['not_found', 'campaign_not_editable', 'precondition_failed', 'conflict'],
});
