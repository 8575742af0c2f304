import type { OperationExamples } from '../../openapi/document.ts';
import { changedAt, createdAt, ids } from './records.ts';

const waiting = {
  id: ids.import,
  brand_id: ids.brand,
  status: 'waiting',
  dry_run: false,
  lines: 0,
  processed: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  bad: 0,
  ignored_columns: [],
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

export const productFileExamples: OperationExamples = {
  'export-products': { parameters: { brand_id: ids.brand, limit: 5000 } },
  'create-product-import': {
    parameters: { brand_id: ids.brand, dry_run: 'false' },
    body: { csv: 'sku,name,price,unit\r\nTOM-1,Heirloom tomatoes,4.75,lb\r\n' },
    response: { data: waiting },
  },
  'get-product-import': {
    parameters: { id: ids.import },
    response: {
      data: {
        ...waiting,
        status: 'done',
        lines: 3,
        processed: 3,
        created: 1,
        changed: 1,
        bad: 1,
        ignored_columns: ['shelf'],
        updated_at: changedAt,
        version: 4,
      },
    },
  },
  'list-import-faults': {
    parameters: { id: ids.import, limit: 200, format: 'json' },
    response: {
      data: [
        {
          line: 3,
          faults: [{ column: 'price', code: 'invalid_type', reason: 'Expected a number such as 4.50' }],
        },
      ],
      pagination: { next_cursor: null, has_more: false },
    },
  },
};
