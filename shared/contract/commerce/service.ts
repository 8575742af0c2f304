import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf } from '../fields.ts';
import { publicEndpoints } from '../public-endpoints.ts';

const endpoint = endpointsOf('commerce', 'service');

export const { health, openapi } = publicEndpoints('commerce', '/api/v1', '/api/v1/openapi.json');

export const getCaller = endpoint('GET', '/api/v1/me', 'get-caller', {
  summary: 'Get the caller: subject, brands and roles',
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
          operator: z.boolean(),
          brands: z.record(z.string(), z.enum(['owner', 'manager', 'viewer'])),
        }),
      ),
    },
  },
});
