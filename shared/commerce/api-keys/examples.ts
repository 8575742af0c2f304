import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const exampleApiKey = {
  id: ids.apiKey,
  brand_id: ids.brand,
  name: 'Farm stand till',
  role: 'manager',
  prefix: 'gk_live_4f7a',
  created_at: createdAt,
};

export const apiKeyExamples: OperationExamples = {
  'create-api-key': {
    body: { brand_id: ids.brand, name: 'Farm stand till', role: 'manager' },
    response: { data: { ...exampleApiKey, secret: 'gk_live_4f7a… (shown once)' } },
  },
  'list-api-keys': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [exampleApiKey], pagination: { next_cursor: null, has_more: false } },
  },
  'rotate-api-key': {
    parameters: { id: ids.apiKey },
    body: { overlap_hours: 24 },
    response: {
      data: {
        ...exampleApiKey,
        rotated_at: changedAt,
        earlier_secret_expires_at: '2026-03-03T17:30:00.000Z',
        secret: 'gk_live_9c1e… (shown once)',
      },
    },
  },
  'revoke-api-key': { parameters: { id: ids.apiKey } },
};
