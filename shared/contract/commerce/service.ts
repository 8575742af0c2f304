import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, timestamp } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'service');

export const health = endpoint('GET', '/api/v1', 'health', {
  summary: 'Check the health of the service',
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

export const openapi = endpoint('GET', '/api/v1/openapi.json', 'openapi', {
  summary: 'Get this document',
  access: { kind: 'public' },
  data: 'none',
  responses: { 200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) } },
});

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
