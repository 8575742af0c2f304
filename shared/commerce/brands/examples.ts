import { changedAt, createdAt, exampleBrand, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const waiting = {
  id: ids.import,
  brand_id: ids.brand,
  status: 'waiting',
  created_at: createdAt,
  updated_at: createdAt,
};

const done = {
  ...waiting,
  status: 'done',
  records: 5230,
  size: 812_345,
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  available_until: '2026-03-08T10:00:00.000Z',
  updated_at: changedAt,
};

const closing = {
  ...exampleBrand,
  deletion: { requested_at: changedAt, deletes_at: '2026-04-01T09:00:00.000Z' },
  updated_at: changedAt,
  version: 2,
};

export const brandExamples: OperationExamples = {
  'create-brand': {
    body: { name: 'Meadow Farm', catalog: 'managed', time_zone: 'America/Denver' },
    response: { data: { ...exampleBrand, plan: 'starter' } },
  },
  'get-brand': { parameters: { brand_id: ids.brand }, response: { data: exampleBrand } },
  'update-brand': {
    parameters: { brand_id: ids.brand },
    body: { name: 'Meadow Farm & Dairy', catalog: 'managed' },
    response: {
      data: { ...exampleBrand, name: 'Meadow Farm & Dairy', updated_at: changedAt, version: 2 },
    },
  },
  'delete-brand': {
    parameters: { brand_id: ids.brand, name: exampleBrand.name },
    response: { data: closing },
  },
  'restore-brand': {
    parameters: { brand_id: ids.brand },
    response: { data: { ...exampleBrand, updated_at: changedAt, version: 3 } },
  },
  'create-brand-export': { parameters: { brand_id: ids.brand }, response: { data: waiting } },
  'list-brand-exports': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [done], pagination: { next_cursor: null, has_more: false } },
  },
  'get-brand-export': {
    parameters: { brand_id: ids.brand, export_id: ids.import },
    response: {
      data: {
        ...done,
        download: {
          url: 'https://example.s3.amazonaws.com/brand-exports/archive.zip?X-Amz-Signature=example',
          expires_at: changedAt,
        },
      },
    },
  },
};
