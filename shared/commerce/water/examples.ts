import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const meterId = '0199a1c9-2e51-7c38-b4d6-83f0a71c5e92';
const readingId = '0199a1c9-5b17-7d04-9a82-c6e3f90b1d47';
const lastPage = { next_cursor: null, has_more: false };
const acreFoot = { gallons: 325851.428571, litres: 1233481.837548, cubic_metres: 1233.481838, acre_feet: 1 };
const nothing = { gallons: 0, litres: 0, cubic_metres: 0, acre_feet: 0 };
const half = { gallons: 162925.714286, litres: 616740.918774, cubic_metres: 616.740919, acre_feet: 0.5 };

const stamps = { created_at: createdAt, updated_at: createdAt, version: 1 };
const changed = { updated_at: changedAt, version: 2 };

const fieldInput = {
  brand_id: ids.brand,
  name: 'North field',
  area_acres: 12.5,
  crop: 'Tomatoes',
  water_method: 'drip',
  allocation: { amount: 1.5, unit: 'acre_feet' },
  is_active: true,
};
const field = { id: ids.field, ...fieldInput, ...stamps };
const { brand_id, ...fieldReplacement } = fieldInput;

const meterInput = {
  brand_id: ids.brand,
  name: 'North well',
  serial_number: 'SN-20417',
  field_id: ids.field,
  unit: 'acre_feet',
  rollover_at: 1000,
  is_active: true,
};
const meter = { id: meterId, ...meterInput, ...stamps };
const { brand_id: _, ...meterReplacement } = meterInput;

const reading = {
  id: readingId,
  brand_id: ids.brand,
  meter_id: meterId,
  field_id: ids.field,
  value: 417.5,
  kind: 'reading',
  read_at: createdAt,
  used: half,
  corrections: [],
  ...stamps,
};

const fields: OperationExamples = {
  'create-field': { body: fieldInput, response: { data: field } },
  'list-fields': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [field], pagination: lastPage },
  },
  'get-field': { parameters: { id: ids.field }, response: { data: field } },
  'update-field': {
    parameters: { id: ids.field },
    body: { ...fieldReplacement, crop: 'Squash' },
    response: { data: { ...field, crop: 'Squash', ...changed } },
  },
  'delete-field': { parameters: { id: ids.field } },
};

const meters: OperationExamples = {
  'create-meter': { body: meterInput, response: { data: meter } },
  'list-meters': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [meter], pagination: lastPage },
  },
  'get-meter': { parameters: { id: meterId }, response: { data: meter } },
  'update-meter': {
    parameters: { id: meterId },
    body: { ...meterReplacement, name: 'North well, new pump' },
    response: { data: { ...meter, name: 'North well, new pump', ...changed } },
  },
  'create-reading': {
    parameters: { id: meterId },
    body: { value: 417.5, read_at: createdAt },
    response: { data: reading },
  },
  'list-readings': {
    parameters: { id: meterId, limit: 50 },
    response: { data: [reading], pagination: lastPage },
  },
  'correct-reading': {
    parameters: { id: meterId, reading_id: readingId },
    body: { value: 418, reason: 'Misread the last digit' },
    response: {
      data: {
        ...reading,
        value: 418,
        used: acreFoot,
        corrections: [
          {
            value: 417.5,
            kind: 'reading',
            read_at: createdAt,
            reason: 'Misread the last digit',
            corrected_at: changedAt,
          },
        ],
        ...changed,
      },
    },
  },
};

const settings = {
  brand_id: ids.brand,
  season_start: '04-01',
  allocation: { amount: 20, unit: 'acre_feet' },
};

const use = { metered: half, estimated: half, used: acreFoot };

/** A test plays them in this order. */
export const waterExamples: OperationExamples = {
  ...fields,
  ...meters,
  'set-water-settings': {
    body: settings,
    response: { data: { ...settings, updated_at: createdAt, version: 1 } },
  },
  'get-water-settings': {
    parameters: { brand_id: ids.brand },
    response: { data: { ...settings, updated_at: createdAt, version: 1 } },
  },
  'get-water-use': {
    parameters: { brand_id: ids.brand, season: '2026' },
    response: {
      data: {
        brand_id: ids.brand,
        time_zone: 'America/Denver',
        from: '2026-04-01',
        to: '2027-03-31',
        total: { ...use, allocation: acreFoot, remaining: nothing, forecast: acreFoot },
        fields: [{ field_id: ids.field, field_name: 'North field', ...use }],
      },
    },
  },
  'get-water-report': {
    parameters: { brand_id: ids.brand, from: '2026-04', to: '2026-09', format: 'json' },
    response: {
      data: [
        {
          field_id: ids.field,
          field_name: 'North field',
          month: '2026-04',
          source: 'metered',
          volume: acreFoot,
        },
      ],
    },
  },
};
