import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, pageOf, timestamp, uuid } from '../fields.ts';
import { activityEvent, activityEventNames } from './events.ts';

const endpoint = endpointsOf('commerce', 'activity');

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
    event: z.enum(activityEventNames).optional().describe('Activity of this event'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Activity, newest first', schema: pageOf(activity) } },
  errors: ['invalid_cursor'],
});
