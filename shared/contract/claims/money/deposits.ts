import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, pageOf } from '../../fields.ts';
import { readsClaims } from '../operations.ts';
import { deposit, depositStates } from './reconciliation-records.ts';

const endpoint = endpointsOf('claims', 'reconciliation');

export const listDeposits = endpoint('GET', '/api/deposits', 'list-deposits', {
  ...readsClaims,
  summary: 'List remittances as deposits, newest date first',
  description:
    '`expected` lists remittances without a deposit. Each remittance has one deposit from the moment its sums are known. Lists may lag behind a change by a moment.',
  query: z.strictObject({
    state: z.enum(depositStates).optional().describe('Deposits in this state'),
    date_from: z.iso.date().optional().describe('On or after this day'),
    date_to: z.iso.date().optional().describe('On or before this day'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Deposits',
      schema: pageOf(deposit),
      text: {
        'text/csv':
          'remittance_id,state,date,amount,method,trace,payer_id,payer_name,payee_id,received_at,bank_line_id,matched_by,difference,reason,decided_by,decided_at\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});
