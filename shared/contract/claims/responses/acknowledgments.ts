import * as z from 'zod';
import { declareEndpoint } from '../../endpoint.ts';
import { cursorQuery, dataOf, pageOf, uuid } from '../../fields.ts';
import {
  claimAcknowledgment,
  claimAcknowledgmentDetail,
  implementationAcknowledgment,
  implementationAcknowledgmentDetail,
} from './acknowledgment-records.ts';

const readers = { kind: 'claims', roles: ['biller', 'auditor', 'admin'] } as const;
const one = z.object({ id: uuid.describe('Id of the acknowledgment') });

export const listImplementationAcknowledgments = declareEndpoint({
  service: 'claims',
  name: 'list-implementation-acknowledgments',
  method: 'GET',
  path: '/api/999-acks',
  tag: 'acknowledgments',
  summary: 'Stored 999 and TA1, newest first',
  access: readers,
  data: 'read',
  query: z.strictObject(cursorQuery),
  responses: {
    200: { description: 'Acknowledgments, newest first', schema: pageOf(implementationAcknowledgment) },
  },
  errors: ['invalid_cursor'],
});

export const getImplementationAcknowledgment = declareEndpoint({
  service: 'claims',
  name: 'get-implementation-acknowledgment',
  method: 'GET',
  path: '/api/999-acks/{id}',
  tag: 'acknowledgments',
  summary: 'One stored 999 or TA1 with its sets, and a page of the claims that it is about',
  access: readers,
  data: 'read',
  parameters: one,
  query: z.strictObject(cursorQuery),
  responses: {
    200: { description: 'The acknowledgment', schema: dataOf(implementationAcknowledgmentDetail) },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const listClaimAcknowledgments = declareEndpoint({
  service: 'claims',
  name: 'list-claim-acknowledgments',
  method: 'GET',
  path: '/api/277ca-acks',
  tag: 'acknowledgments',
  summary: 'Stored 277CA, newest first',
  access: readers,
  data: 'read',
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: '277CA, newest first', schema: pageOf(claimAcknowledgment) } },
  errors: ['invalid_cursor'],
});

export const getClaimAcknowledgment = declareEndpoint({
  service: 'claims',
  name: 'get-claim-acknowledgment',
  method: 'GET',
  path: '/api/277ca-acks/{id}',
  tag: 'acknowledgments',
  summary: 'One stored 277CA with a page of its statuses',
  access: readers,
  data: 'read',
  parameters: one,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'The 277CA', schema: dataOf(claimAcknowledgmentDetail) } },
  errors: ['not_found', 'invalid_cursor'],
});
