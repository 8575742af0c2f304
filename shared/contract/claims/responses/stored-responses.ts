import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, uuid } from '../../fields.ts';
import { readsClaims } from '../operations.ts';
import {
  claimAcknowledgment,
  claimAcknowledgmentDetail,
  implementationAcknowledgment,
  implementationAcknowledgmentDetail,
} from './acknowledgment-records.ts';
import { remittance, remittanceDetail } from './remittance-records.ts';

const acknowledgmentEndpoint = endpointsOf('claims', 'acknowledgments');
const remittanceEndpoint = endpointsOf('claims', 'remittances');

const readAcknowledgments = {
  ...readsClaims,
  query: z.strictObject(cursorQuery),
} as const;
const list = { query: z.strictObject({ ...csvFormat, ...cursorQuery }), errors: ['invalid_cursor'] } as const;
const one = { errors: ['not_found', 'invalid_cursor'] } as const;
const acknowledgmentId = z.object({ id: uuid.describe('Id of the acknowledgment') });

export const listImplementationAcknowledgments = acknowledgmentEndpoint(
  'GET',
  '/api/999-acks',
  'list-implementation-acknowledgments',
  {
    ...readAcknowledgments,
    ...list,
    summary: 'List stored 999 and TA1, newest first',
    responses: {
      200: {
        description: 'Acknowledgments, newest first',
        schema: pageOf(implementationAcknowledgment),
        text: {
          'text/csv':
            'id,kind,state,received_at,sender,interchange_control_number,file_id,accepted,rejected,unknown\r\n',
        },
      },
    },
  },
);

export const getImplementationAcknowledgment = acknowledgmentEndpoint(
  'GET',
  '/api/999-acks/{id}',
  'get-implementation-acknowledgment',
  {
    ...readAcknowledgments,
    ...one,
    summary: 'Get a stored 999 or TA1 with its sets and a page of its claims',
    parameters: acknowledgmentId,
    responses: {
      200: { description: 'The acknowledgment', schema: dataOf(implementationAcknowledgmentDetail) },
    },
  },
);

export const listClaimAcknowledgments = acknowledgmentEndpoint(
  'GET',
  '/api/277ca-acks',
  'list-claim-acknowledgments',
  {
    ...readAcknowledgments,
    ...list,
    summary: 'List stored 277CA, newest first',
    responses: {
      200: {
        description: '277CA, newest first',
        schema: pageOf(claimAcknowledgment),
        text: {
          'text/csv':
            'id,state,received_at,answered_at,sender,interchange_control_number,batch,file_id,statuses,matched,unmatched,accepted,rejected,pended\r\n',
        },
      },
    },
  },
);

export const getClaimAcknowledgment = acknowledgmentEndpoint(
  'GET',
  '/api/277ca-acks/{id}',
  'get-claim-acknowledgment',
  {
    ...readAcknowledgments,
    ...one,
    summary: 'Get a stored 277CA with a page of its statuses',
    parameters: acknowledgmentId,
    responses: { 200: { description: 'The 277CA', schema: dataOf(claimAcknowledgmentDetail) } },
  },
);

export const listRemittances = remittanceEndpoint('GET', '/api/remittances', 'list-remittances', {
  ...readsClaims,
  scoped: true,
  ...list,
  summary: 'List stored remittances, newest first',
  query: z.strictObject({
    payer_id: z.string().min(1).max(80).optional().describe('N104 of the payer, REF*2U, or TRN03'),
    received_from: datetime.optional().describe('Remittances received at this time or later'),
    received_to: datetime.optional().describe('Remittances received at this time or earlier'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Remittances, newest first',
      schema: pageOf(remittance),
      text: {
        'text/csv':
          'id,state,received_at,payer_id,payer_name,payee_id,payment_date,method,trace,amount,claim_count,charge,paid,balanced,provider_adjustments,provider_adjusted,matched,unmatched,held,denied,file_id\r\n',
      },
    },
  },
});

export const getRemittance = remittanceEndpoint('GET', '/api/remittances/{id}', 'get-remittance', {
  ...readsClaims,
  scoped: true,
  ...one,
  summary: 'Get a remittance with its balance and a page of its claims',
  parameters: z.object({ id: uuid.describe('Id of the remittance') }),
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'The remittance', schema: dataOf(remittanceDetail) } },
});
