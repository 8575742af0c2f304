import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const logInput = {
  brand_id: ids.brand,
  field_id: ids.field,
  field_name: 'North field',
  gallons: 420,
  duration_minutes: 45,
  water_method: 'drip',
  notes: 'Valve 3 drips',
  logged_at: '2026-03-02T11:00:00.000Z',
};

const log = {
  id: ids.waterLog,
  ...logInput,
  created_at: createdAt,
  version: 1,
};

const { id, brand_id, created_at, logged_at, version, ...entry } = log;
const lastPage = { next_cursor: null, has_more: false };

/** A test plays them in this order. */
export const waterLogExamples: OperationExamples = {
  'create-water-log': { body: logInput, response: { data: log } },
  'list-water-logs': { parameters: { brand_id: ids.brand }, response: { data: [log] } },
  'get-water-log': { parameters: { id: ids.waterLog }, response: { data: log } },
  'search-water-logs': {
    parameters: {
      brand_id: ids.brand,
      from: '2026-03-01T00:00:00Z',
      to: '2026-04-01T00:00:00Z',
      field_id: ids.field,
      limit: 50,
    },
    response: { data: [log], pagination: lastPage },
  },
  'update-water-log': {
    parameters: { id: ids.waterLog },
    body: { ...entry, gallons: 430, reason: 'Read the flow again' },
    response: { data: { ...log, gallons: 430, updated_at: changedAt, version: 2 } },
  },
  'list-water-log-changes': {
    parameters: { id: ids.waterLog, limit: 50 },
    response: {
      data: [
        {
          version: 2,
          change: 'edited',
          changed_at: changedAt,
          reason: 'Read the flow again',
          before: log,
        },
      ],
      pagination: lastPage,
    },
  },
  'delete-water-log': { parameters: { id: ids.waterLog } },
  'create-water-logs': {
    body: { brand_id: ids.brand, items: [{ id: ids.waterLog, ...entry, logged_at }] },
    response: { data: [{ index: 0, id: ids.waterLog, status: 'created' }] },
  },
};
