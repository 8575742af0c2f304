import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'campaigns');

const campaignFields = {
  brand_id: uuid,
  name: z.string().min(1).max(255),
  subject: z.string().min(1).max(500),
  content: z.string().min(1),
  type: z.enum(['email', 'sms']).default('email'),
  segment_id: uuid.optional(),
  contact_ids: z.array(uuid).optional(),
  scheduled_at: datetime.optional(),
};

export const campaignInput = z.object(campaignFields);
export type CampaignInput = z.output<typeof campaignInput>;

export const campaign = z
  .object({ id: uuid, ...campaignFields, status: z.enum(['draft', 'scheduled']), created_at: timestamp })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof campaign>;

export const createCampaign = endpoint('POST', '/api/v1/campaigns', 'create-campaign', {
  summary: 'Create an e-mail or SMS campaign',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
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
  parameters: z.object({ id: uuid.describe('Id of the campaign') }),
  responses: { 200: { description: 'The campaign', schema: dataOf(campaign) } },
  errors: ['not_found'],
});
