import * as z from 'zod';
import { declareEndpoint } from '../../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, uuid } from '../../fields.ts';
import { remittance, remittanceDetail } from './remittance-records.ts';

const readers = { kind: 'claims', roles: ['biller', 'auditor', 'admin'] } as const;

export const listRemittances = declareEndpoint({
  service: 'claims',
  name: 'list-remittances',
  method: 'GET',
  path: '/api/remittances',
  tag: 'remittances',
  summary: 'Stored remittances, newest first',
  access: readers,
  data: 'read',
  query: z.strictObject({
    payer_id: z.string().min(1).max(80).optional().describe('N104 of the payer, REF*2U, or TRN03'),
    received_from: datetime.optional().describe('Remittances received at this time or later'),
    received_to: datetime.optional().describe('Remittances received at this time or earlier'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Remittances, newest first', schema: pageOf(remittance) } },
  errors: ['invalid_cursor'],
});

export const getRemittance = declareEndpoint({
  service: 'claims',
  name: 'get-remittance',
  method: 'GET',
  path: '/api/remittances/{id}',
  tag: 'remittances',
  summary: 'One remittance with its balance and a page of its claims',
  access: readers,
  data: 'read',
  parameters: z.object({ id: uuid.describe('Id of the remittance') }),
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'The remittance', schema: dataOf(remittanceDetail) } },
  errors: ['not_found', 'invalid_cursor'],
});
