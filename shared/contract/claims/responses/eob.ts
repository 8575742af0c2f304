import * as z from 'zod';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, queryInteger, uuid } from '../../fields.ts';
import { readsClaims } from '../operations.ts';

const endpoint = endpointsOf('claims', 'remittances');

export const getEob = endpoint('GET', '/api/remittances/{id}/eob', 'get-eob', {
  ...readsClaims,
  scoped: true,
  summary: 'Get a remittance as an explanation of benefits for people',
  description:
    'One HTML page to read and print, without scripts or other files, or the same as PDF (`Accept: application/pdf` or `format=pdf`). It shows the payment, each claim with its lines, adjustments and remarks with their texts, and provider-level adjustments. It contains names of patients. `Link` has the next page.',
  parameters: z.object({ id: uuid.describe('Id of the remittance') }),
  query: z.strictObject({
    claim: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'Expected the number of a claim')
      .transform(Number)
      .optional()
      .meta({ openapi: { type: 'integer', minimum: 1, maximum: 999_999_999 } })
      .describe('Only the claim with this number in the remittance'),
    format: z.enum(['html', 'pdf']).optional().describe('Media type of the page, instead of `Accept`'),
    limit: queryInteger(1, 100, 50).describe('Maximum claims on a page'),
    cursor: cursorQuery.cursor,
  }),
  responses: {
    200: { description: 'The page', text: { 'text/html': '<!doctype html>', 'application/pdf': '%PDF-1.4' } },
  },
  errors: ['not_found', 'invalid_cursor'],
});
