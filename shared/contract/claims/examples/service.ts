import type { OperationExamples } from '../../openapi/document.ts';
import { exampleClaimsKey } from './claim-records.ts';

export const serviceExamples: OperationExamples = {
  health: {
    response: {
      status: 'healthy',
      timestamp: '2026-03-22T04:29:12.505Z',
      version: '1.0.0',
      environment: 'local',
    },
  },
  openapi: { response: { openapi: '3.1.0' } },
  'get-caller': {
    response: {
      data: { subject: 'key:01a20182-33bf-7a57-86ca-f16b72359475', credential: 'api_key', roles: ['admin'] },
    },
  },
  'create-api-key': {
    body: { name: 'Billing program', role: 'biller' },
    response: { data: { ...exampleClaimsKey, secret: 'gc_test_Drm6… (shown once)' } },
  },
  'list-api-keys': {
    parameters: { limit: 1 },
    response: {
      data: [exampleClaimsKey],
      pagination: {
        next_cursor: '5TZOCSSnzOqRMDFhMjAxODQtMjlmOC03M2FjLTg5M2QtOTVlYzdiYzBlYzdi',
        has_more: true,
      },
    },
  },
  'revoke-api-key': { parameters: { id: '01a20184-29f8-73ac-893d-95ec7bc0ec7b' } },
};
