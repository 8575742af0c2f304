import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf } from '../fields.ts';
import { publicEndpoints } from '../public-endpoints.ts';

const endpoint = endpointsOf('claims', 'service');

/** Version of the stored schema that this release reads and writes. */
export const schemaVersion = 9;

export const { health, openapi } = publicEndpoints('claims', '/api/health', '/api/openapi.json');

export const getClaimsCaller = endpoint('GET', '/api/me', 'get-caller', {
  summary: 'Get the caller: subject and roles',
  access: { kind: 'signed-in' },
  data: 'none',
  unmetered: true,
  responses: {
    200: {
      description: 'The caller',
      schema: dataOf(
        z.object({
          subject: z.string(),
          credential: z.enum(['api_key', 'bearer']),
          roles: z.array(z.enum(['biller', 'auditor', 'admin'])),
          billing_npis: z
            .array(z.string())
            .optional()
            .describe('Billing providers to which the caller is limited; absent for all'),
        }),
      ),
    },
  },
});
