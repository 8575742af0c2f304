import type { OperationExamples } from '#contract/openapi/document.ts';

const exampleClaimsKey = {
  id: '01a20184-29f8-73ac-893d-95ec7bc0ec7b',
  name: 'Billing program',
  role: 'biller',
  prefix: 'gc_test_Drm6',
  created_at: '2026-03-22T04:29:28.440Z',
};

export const apiKeysExamples: OperationExamples = {
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
