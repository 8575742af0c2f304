import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { moneyAmount, timestamp } from '../fields.ts';
import { claim } from './claim-records.ts';
import { laneNames } from './state-names.ts';

/** Claims shown with each lane. */
export const claimsShownPerLane = 5;

const lane = z
  .object({
    lane: z.enum(laneNames),
    count: z.int(),
    amount: moneyAmount.describe('Sum of the total charges'),
    oldest_at: timestamp.nullable().describe('When its oldest claim entered the lane'),
    newest_at: timestamp.nullable().describe('When its newest claim entered the lane'),
    claims: z.array(claim).describe('The claims that have been in the lane longest'),
  })
  .meta({ id: 'Lane' });

export const listLanes = declareEndpoint({
  service: 'claims',
  name: 'list-lanes',
  method: 'GET',
  path: '/api/inbox/lanes',
  tag: 'inbox',
  summary: 'List the lanes of the inbox',
  description:
    'Counts and amounts are exact. The claims shown may lag behind a change by a moment; `GET /api/claims?lane=` lists all claims of a lane.',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
  responses: { 200: { description: 'All lanes', schema: z.object({ data: z.array(lane) }) } },
});
