import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, timestamp } from '../fields.ts';

const endpoint = endpointsOf('claims', 'service');

/** Version of the stored schema that this release reads and writes. */
export const schemaVersion = 9;

export const claimsHealth = endpoint('GET', '/api/health', 'health', {
  summary: 'Get the health of the service',
  access: { kind: 'public' },
  data: 'none',
  responses: {
    200: {
      description: 'The service is healthy',
      schema: z.object({
        status: z.literal('healthy'),
        timestamp,
        version: z.string(),
        environment: z.string(),
      }),
    },
  },
});

export const claimsOpenapi = endpoint('GET', '/api/openapi.json', 'openapi', {
  summary: 'Get this document',
  access: { kind: 'public' },
  data: 'none',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
});

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
        }),
      ),
    },
  },
});
