import { exampleContact } from '#commerce/contacts/examples.ts';
import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const filter = {
  match: 'all',
  filters: [
    { match: 'total_spent', at_least: 100 },
    { match: 'last_order', before_days: 60 },
    { match: 'not', filter: { match: 'tag', equals: 'wholesale' } },
  ],
};

const segment = {
  id: ids.segment,
  brand_id: ids.brand,
  name: 'Good customers who stayed away',
  filter,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

const parameters = { id: ids.segment };
const lastPage = { next_cursor: null, has_more: false };

/** A test plays them in this order. */
export const segmentExamples: OperationExamples = {
  'create-segment': {
    body: { brand_id: ids.brand, name: segment.name, filter },
    response: { data: segment },
  },
  'list-segments': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [segment], pagination: lastPage },
  },
  'get-segment': { parameters, response: { data: segment } },
  'update-segment': {
    parameters,
    body: { name: 'Good customers', filter },
    response: { data: { ...segment, name: 'Good customers', updated_at: changedAt, version: 2 } },
  },
  'list-segment-contacts': {
    parameters: { ...parameters, limit: 50 },
    response: { data: [exampleContact], pagination: lastPage },
  },
  'preview-segment': {
    body: { brand_id: ids.brand, filter },
    response: {
      data: {
        examined: 212,
        matched: 1,
        reachable: { email: 1, sms: 0 },
        sample: [exampleContact],
        next_cursor: null,
      },
    },
  },
  'delete-segment': { parameters },
};
