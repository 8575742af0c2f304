import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { dataOf, timestamp } from '../fields.ts';

/** Version of the stored schema that this release reads and writes. */
export const schemaVersion = 9;

export const claimsHealth = declareEndpoint({
  service: 'claims',
  name: 'health',
  method: 'GET',
  path: '/api/health',
  tag: 'service',
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

export const claimsOpenapi = declareEndpoint({
  service: 'claims',
  name: 'openapi',
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'service',
  summary: 'Get this document',
  access: { kind: 'public' },
  data: 'none',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
});

export const getClaimsCaller = declareEndpoint({
  service: 'claims',
  name: 'get-caller',
  method: 'GET',
  path: '/api/me',
  tag: 'service',
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
