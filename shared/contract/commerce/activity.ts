import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, pageOf, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'activity');

const activityEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('orderCreated'),
    data: z.object({ order_id: uuid, total: z.number(), brand_id: uuid }),
  }),
  z.object({
    event: z.literal('searchPerformed'),
    data: z.object({ search: z.string(), results: z.int(), area: z.literal('products') }),
  }),
  z.object({
    event: z.literal('campaignCreated'),
    data: z.object({ campaign_id: uuid, type: z.enum(['email', 'sms']), audience_size: z.int() }),
  }),
  z.object({
    event: z.literal('referralCompleted'),
    data: z.object({ referral_code: z.string(), referred_user_id: uuid }),
  }),
]);
export type ActivityEvent = z.output<typeof activityEvent>;

export const activity = z
  .intersection(z.object({ id: uuid, brand_id: uuid, created_at: timestamp }), activityEvent)
  .meta({ id: 'Activity' });
export type Activity = z.output<typeof activity>;

export const listActivity = endpoint('GET', '/api/v1/activity', 'list-activity', {
  summary: 'List the activity of a brand, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    event: z
      .enum(['orderCreated', 'searchPerformed', 'campaignCreated', 'referralCompleted'])
      .optional()
      .describe('Activity of this event'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Activity, newest first', schema: pageOf(activity) } },
  errors: ['invalid_cursor'],
});
