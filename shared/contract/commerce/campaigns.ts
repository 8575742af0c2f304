import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, uuid } from '../fields.ts';

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
  .object({
    id: uuid,
    ...campaignFields,
    status: z.enum(['draft', 'scheduled']),
    created_at: timestamp,
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof campaign>;

export const createCampaign = declareEndpoint({
  service: 'commerce',
  name: 'create-campaign',
  method: 'POST',
  path: '/api/v1/campaigns',
  tag: 'campaigns',
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

export const listCampaigns = declareEndpoint({
  service: 'commerce',
  name: 'list-campaigns',
  method: 'GET',
  path: '/api/v1/campaigns',
  tag: 'campaigns',
  summary: 'List the campaigns of a brand, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Campaigns, newest first', schema: pageOf(campaign) } },
  errors: ['invalid_cursor'],
});

export const getCampaign = declareEndpoint({
  service: 'commerce',
  name: 'get-campaign',
  method: 'GET',
  path: '/api/v1/campaigns/{id}',
  tag: 'campaigns',
  summary: 'Get a campaign',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: z.object({ id: uuid.describe('Id of the campaign') }),
  responses: { 200: { description: 'The campaign', schema: dataOf(campaign) } },
  errors: ['not_found'],
});
