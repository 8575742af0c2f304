import * as z from 'zod';
import { declareEndpoint, type EndpointDeclaration } from '../../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, uuid } from '../../fields.ts';
import {
  claimAcknowledgment,
  claimAcknowledgmentDetail,
  implementationAcknowledgment,
  implementationAcknowledgmentDetail,
} from './acknowledgment-records.ts';
import { remittance, remittanceDetail } from './remittance-records.ts';

const read = {
  service: 'claims',
  method: 'GET',
  access: { kind: 'claims', roles: ['biller', 'auditor', 'admin'] },
  data: 'read',
} as const satisfies Partial<EndpointDeclaration>;

const readAcknowledgments = { ...read, tag: 'acknowledgments', query: z.strictObject(cursorQuery) } as const;
const list = { errors: ['invalid_cursor'] } as const;
const one = { errors: ['not_found', 'invalid_cursor'] } as const;
const acknowledgmentId = z.object({ id: uuid.describe('Id of the acknowledgment') });

export const listImplementationAcknowledgments = declareEndpoint({
  ...readAcknowledgments,
  ...list,
  name: 'list-implementation-acknowledgments',
  path: '/api/999-acks',
  summary: 'List stored 999 and TA1, newest first',
  responses: {
    200: { description: 'Acknowledgments, newest first', schema: pageOf(implementationAcknowledgment) },
  },
});

export const getImplementationAcknowledgment = declareEndpoint({
  ...readAcknowledgments,
  ...one,
  name: 'get-implementation-acknowledgment',
  path: '/api/999-acks/{id}',
  summary: 'Get a stored 999 or TA1 with its sets and a page of its claims',
  parameters: acknowledgmentId,
  responses: {
    200: { description: 'The acknowledgment', schema: dataOf(implementationAcknowledgmentDetail) },
  },
});

export const listClaimAcknowledgments = declareEndpoint({
  ...readAcknowledgments,
  ...list,
  name: 'list-claim-acknowledgments',
  path: '/api/277ca-acks',
  summary: 'List stored 277CA, newest first',
  responses: { 200: { description: '277CA, newest first', schema: pageOf(claimAcknowledgment) } },
});

export const getClaimAcknowledgment = declareEndpoint({
  ...readAcknowledgments,
  ...one,
  name: 'get-claim-acknowledgment',
  path: '/api/277ca-acks/{id}',
  summary: 'Get a stored 277CA with a page of its statuses',
  parameters: acknowledgmentId,
  responses: { 200: { description: 'The 277CA', schema: dataOf(claimAcknowledgmentDetail) } },
});

export const listRemittances = declareEndpoint({
  ...read,
  ...list,
  name: 'list-remittances',
  path: '/api/remittances',
  tag: 'remittances',
  summary: 'List stored remittances, newest first',
  query: z.strictObject({
    payer_id: z.string().min(1).max(80).optional().describe('N104 of the payer, REF*2U, or TRN03'),
    received_from: datetime.optional().describe('Remittances received at this time or later'),
    received_to: datetime.optional().describe('Remittances received at this time or earlier'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Remittances, newest first', schema: pageOf(remittance) } },
});

export const getRemittance = declareEndpoint({
  ...read,
  ...one,
  name: 'get-remittance',
  path: '/api/remittances/{id}',
  tag: 'remittances',
  summary: 'Get a remittance with its balance and a page of its claims',
  parameters: z.object({ id: uuid.describe('Id of the remittance') }),
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'The remittance', schema: dataOf(remittanceDetail) } },
});
