import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { dataOf, timestamp } from '../fields.ts';

export const claimsHealth = declareEndpoint({
  service: 'claims',
  name: 'health',
  method: 'GET',
  path: '/api/health',
  tag: 'service',
  summary: 'Health',
  access: { kind: 'public' },
  data: 'none',
  responses: {
    200: {
      description: 'The service answers',
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
  summary: 'This document',
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
  summary: 'Who is calling: subject and roles',
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
