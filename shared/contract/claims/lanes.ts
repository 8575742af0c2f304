import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { moneyAmount, timestamp } from '../fields.ts';
import { claim } from './claim-records.ts';
import { laneNames } from './state-names.ts';

/** How many of its claims a lane shows. */
export const claimsShownPerLane = 5;

const lane = z
  .object({
    lane: z.enum(laneNames),
    count: z.int(),
    amount: moneyAmount.describe('Sum of the total charges'),
    oldest_at: timestamp.nullable().describe('Since when its oldest claim is there'),
    newest_at: timestamp.nullable(),
    claims: z.array(claim).describe('Those that have been there longest'),
  })
  .meta({ id: 'Lane' });

export const listLanes = declareEndpoint({
  service: 'claims',
  name: 'list-lanes',
  method: 'GET',
  path: '/api/inbox/lanes',
  tag: 'inbox',
  summary: 'The lanes of the inbox',
  description:
    'Counts and amounts are exact. The claims shown may lag behind a change by a moment; `GET /api/claims?lane=` lists all of a lane.',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
  responses: { 200: { description: 'All lanes', schema: z.object({ data: z.array(lane) }) } },
});
