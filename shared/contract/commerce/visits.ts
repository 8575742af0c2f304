import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'analytics');

export const visitSteps = ['visit', 'search', 'cart', 'checkout'] as const;
export type VisitStep = (typeof visitSteps)[number];

/** A transaction has 100 actions: each event may need its own, and so may its session. */
const maxEvents = 20;

export const visitsInput = z.object({
  brand_id: uuid,
  /** Made by the shop, new for each visit, without data of a person. */
  session_id: uuid,
  events: z
    .array(z.object({ id: uuid, step: z.enum(visitSteps) }))
    .min(1)
    .max(maxEvents),
});
export type VisitsInput = z.output<typeof visitsInput>;

export const recordVisits = endpoint('POST', '/api/v1/analytics/visits', 'record-visits', {
  summary: 'Record steps of a visit to a shop',
  description:
    'Without a credential, so that the pages of a shop can call it. The client makes the ids: an event counts once, however often it is sent within two days. A session counts once in each step, at the time of arrival. Events of crawlers are accepted and not counted.',
  access: { kind: 'public' },
  data: 'write',
  writes: ['visits', 'order-figures'],
  limiter: 'api',
  idempotent: true,
  body: visitsInput,
  responses: {
    202: {
      description: 'The number of events that were new',
      schema: dataOf(z.object({ counted: z.int() })),
    },
  },
  errors: ['not_found', 'conflict'],
});
