// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listFieldsOperation: Operation = {
  id: 'listFields',
  method: 'GET',
  path: '/api/v1/fields',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createFieldOperation: Operation = {
  id: 'createField',
  method: 'POST',
  path: '/api/v1/fields',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getFieldOperation: Operation = {
  id: 'getField',
  method: 'GET',
  path: '/api/v1/fields/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateFieldOperation: Operation = {
  id: 'updateField',
  method: 'PUT',
  path: '/api/v1/fields/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteFieldOperation: Operation = {
  id: 'deleteField',
  method: 'DELETE',
  path: '/api/v1/fields/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const listMetersOperation: Operation = {
  id: 'listMeters',
  method: 'GET',
  path: '/api/v1/meters',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createMeterOperation: Operation = {
  id: 'createMeter',
  method: 'POST',
  path: '/api/v1/meters',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getMeterOperation: Operation = {
  id: 'getMeter',
  method: 'GET',
  path: '/api/v1/meters/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateMeterOperation: Operation = {
  id: 'updateMeter',
  method: 'PUT',
  path: '/api/v1/meters/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const listReadingsOperation: Operation = {
  id: 'listReadings',
  method: 'GET',
  path: '/api/v1/meters/{id}/readings',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createReadingOperation: Operation = {
  id: 'createReading',
  method: 'POST',
  path: '/api/v1/meters/{id}/readings',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const correctReadingOperation: Operation = {
  id: 'correctReading',
  method: 'PUT',
  path: '/api/v1/meters/{id}/readings/{reading_id}',
  inPath: ['id', 'reading_id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const getWaterSettingsOperation: Operation = {
  id: 'getWaterSettings',
  method: 'GET',
  path: '/api/v1/water-settings',
  inQuery: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const setWaterSettingsOperation: Operation = {
  id: 'setWaterSettings',
  method: 'PUT',
  path: '/api/v1/water-settings',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const getWaterUseOperation: Operation = {
  id: 'getWaterUse',
  method: 'GET',
  path: '/api/v1/water-use',
  inQuery: ['brand_id', 'season'],
  accept: 'application/json',
  enveloped: true,
};

const getWaterReportOperation: Operation = {
  id: 'getWaterReport',
  method: 'GET',
  path: '/api/v1/water-report',
  inQuery: ['brand_id', 'from', 'to', 'format'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listFields`. */
export type ListFieldsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createField`. */
export type CreateFieldInput = {
  readonly brand_id: string;
  readonly name: string;
  readonly area_acres?: number | undefined;
  readonly crop?: string | undefined;
  readonly water_method?: 'drip' | 'sprinkler' | 'flood' | 'manual' | undefined;
  readonly allocation?: {
    readonly amount: number;
    readonly unit: 'gallons' | 'acre_feet';
  } | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `getField`. */
export type GetFieldInput = {
  /** Id of the field */
  readonly id: string;
};

/** Input of `updateField`. */
export type UpdateFieldInput = {
  /** Id of the field */
  readonly id: string;
  readonly name: string;
  readonly area_acres?: number | undefined;
  readonly crop?: string | undefined;
  readonly water_method?: 'drip' | 'sprinkler' | 'flood' | 'manual' | undefined;
  readonly allocation?: {
    readonly amount: number;
    readonly unit: 'gallons' | 'acre_feet';
  } | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `deleteField`. */
export type DeleteFieldInput = {
  /** Id of the field */
  readonly id: string;
};

/** Input of `listMeters`. */
export type ListMetersInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createMeter`. */
export type CreateMeterInput = {
  readonly brand_id: string;
  readonly name: string;
  readonly serial_number?: string | undefined;
  readonly field_id?: string | undefined;
  readonly unit: 'gallons' | 'litres' | 'cubic_metres' | 'acre_feet';
  readonly rollover_at?: number | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `getMeter`. */
export type GetMeterInput = {
  /** Id of the meter */
  readonly id: string;
};

/** Input of `updateMeter`. */
export type UpdateMeterInput = {
  /** Id of the meter */
  readonly id: string;
  readonly name: string;
  readonly serial_number?: string | undefined;
  readonly field_id?: string | undefined;
  readonly unit: 'gallons' | 'litres' | 'cubic_metres' | 'acre_feet';
  readonly rollover_at?: number | undefined;
  readonly is_active?: boolean | undefined;
};

/** Input of `listReadings`. */
export type ListReadingsInput = {
  /** Id of the meter */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createReading`. */
export type CreateReadingInput = {
  /** Id of the meter */
  readonly id: string;
  readonly value: number;
  readonly kind?: 'reading' | 'rollover' | 'replacement' | undefined;
  readonly final_value?: number | undefined;
  readonly start_value?: number | undefined;
  readonly notes?: string | undefined;
  readonly read_at?: string | undefined;
};

/** Input of `correctReading`. */
export type CorrectReadingInput = {
  /** Id of the meter */
  readonly id: string;
  /** Id of the reading */
  readonly reading_id: string;
  readonly value: number;
  readonly kind?: 'reading' | 'rollover' | 'replacement' | undefined;
  readonly final_value?: number | undefined;
  readonly start_value?: number | undefined;
  readonly notes?: string | undefined;
  readonly read_at?: string | undefined;
  readonly reason: string;
};

/** Input of `getWaterSettings`. */
export type GetWaterSettingsInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `setWaterSettings`. */
export type SetWaterSettingsInput = {
  readonly brand_id: string;
  readonly season_start?: string | undefined;
  readonly allocation?: {
    readonly amount: number;
    readonly unit: 'gallons' | 'acre_feet';
  } | undefined;
};

/** Input of `getWaterUse`. */
export type GetWaterUseInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Year in which the season begins; omit it for the current season */
  readonly season?: string | undefined;
};

/** Input of `getWaterReport`. */
export type GetWaterReportInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** First month */
  readonly from: string;
  /** Last month */
  readonly to: string;
  /** Format; overrides Accept */
  readonly format?: 'json' | 'csv' | undefined;
};

/** Result of `getWaterReport`. */
export type GetWaterReportResult = readonly {
  readonly field_id?: string | undefined;
  readonly field_name?: string | undefined;
  readonly month: string;
  readonly source: 'metered' | 'estimated';
  readonly volume: schema.Volume;
}[];

export class WaterOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the fields of a brand, oldest first
   *
   * operationId: listFields
   */
  listFields(input: ListFieldsInput, options?: RequestOptions): PagedCall<schema.Field, CursorPage<schema.Field>> {
    return this.#transport.list(listFieldsOperation, input, options);
  }

  /**
   * Create a field
   *
   * A brand can have 1,000 fields.
   *
   * operationId: createField
   */
  createField(input: CreateFieldInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Field> {
    return this.#transport.call(createFieldOperation, input, options);
  }

  /**
   * Get a field
   *
   * operationId: getField
   */
  getField(input: GetFieldInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Field | undefined>;
  /**
   * Get a field
   *
   * operationId: getField
   */
  getField(input: GetFieldInput, options?: RequestOptions): ApiCall<schema.Field>;
  getField(input: GetFieldInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getFieldOperation, input, options);
  }

  /**
   * Replace a field
   *
   * operationId: updateField
   */
  updateField(input: UpdateFieldInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Field> {
    return this.#transport.call(updateFieldOperation, input, options);
  }

  /**
   * Delete a field
   *
   * Water logs and readings keep the id of the field. Set is_active to false to keep its name in reports.
   *
   * operationId: deleteField
   */
  deleteField(input: DeleteFieldInput, options?: RequestOptions & MatchOptions): ApiCall<void> {
    return this.#transport.call(deleteFieldOperation, input, options);
  }

  /**
   * List the water meters of a brand, oldest first
   *
   * operationId: listMeters
   */
  listMeters(input: ListMetersInput, options?: RequestOptions): PagedCall<schema.Meter, CursorPage<schema.Meter>> {
    return this.#transport.list(listMetersOperation, input, options);
  }

  /**
   * Create a water meter
   *
   * A brand can have 1,000 meters.
   *
   * operationId: createMeter
   */
  createMeter(input: CreateMeterInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Meter> {
    return this.#transport.call(createMeterOperation, input, options);
  }

  /**
   * Get a water meter
   *
   * operationId: getMeter
   */
  getMeter(input: GetMeterInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Meter | undefined>;
  /**
   * Get a water meter
   *
   * operationId: getMeter
   */
  getMeter(input: GetMeterInput, options?: RequestOptions): ApiCall<schema.Meter>;
  getMeter(input: GetMeterInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getMeterOperation, input, options);
  }

  /**
   * Replace a water meter
   *
   * The unit of a meter with readings cannot change.
   *
   * operationId: updateMeter
   */
  updateMeter(input: UpdateMeterInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Meter> {
    return this.#transport.call(updateMeterOperation, input, options);
  }

  /**
   * List the readings of a water meter, newest first
   *
   * operationId: listReadings
   */
  listReadings(input: ListReadingsInput, options?: RequestOptions): PagedCall<schema.MeterReading, CursorPage<schema.MeterReading>> {
    return this.#transport.list(listReadingsOperation, input, options);
  }

  /**
   * Record a reading of a water meter
   *
   * Readings may arrive in any order. A value must fit between its neighbors in time, unless the counter
   * has rolled over or the meter was replaced.
   *
   * operationId: createReading
   */
  createReading(input: CreateReadingInput, options?: RequestOptions & KeyOptions): ApiCall<schema.MeterReading> {
    return this.#transport.call(createReadingOperation, input, options);
  }

  /**
   * Correct a reading of a water meter
   *
   * The earlier values stay in `corrections`, with the reason. Without read_at, the time stays.
   *
   * operationId: correctReading
   */
  correctReading(input: CorrectReadingInput, options?: RequestOptions & MatchOptions): ApiCall<schema.MeterReading> {
    return this.#transport.call(correctReadingOperation, input, options);
  }

  /**
   * Get the water season and allocation of a brand
   *
   * operationId: getWaterSettings
   */
  getSettings(input: GetWaterSettingsInput, options: RequestOptions & ChangeOptions): ApiCall<schema.WaterSettings | undefined>;
  /**
   * Get the water season and allocation of a brand
   *
   * operationId: getWaterSettings
   */
  getSettings(input: GetWaterSettingsInput, options?: RequestOptions): ApiCall<schema.WaterSettings>;
  getSettings(input: GetWaterSettingsInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getWaterSettingsOperation, input, options);
  }

  /**
   * Replace the water season and allocation of a brand
   *
   * operationId: setWaterSettings
   */
  setSettings(input: SetWaterSettingsInput, options?: RequestOptions & MatchOptions): ApiCall<schema.WaterSettings> {
    return this.#transport.call(setWaterSettingsOperation, input, options);
  }

  /**
   * Compare the water of a season with its allocation
   *
   * Water between two readings is spread evenly over their time. Water logs at times that a meter of the
   * same field covers are not added. Sums are exact, and each figure is rounded once. Returns 422 for
   * more than 50,000 entries.
   *
   * operationId: getWaterUse
   */
  getUse(input: GetWaterUseInput, options?: RequestOptions): ApiCall<schema.SeasonUse> {
    return this.#transport.call(getWaterUseOperation, input, options);
  }

  /**
   * Get the water per field and month, for the water authority
   *
   * JSON, or CSV (RFC 4180) with `Accept: text/csv` or `format=csv`. At most 24 months, in the time zone
   * of the brand.
   *
   * operationId: getWaterReport
   */
  getReport(input: GetWaterReportInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * Get the water per field and month, for the water authority
   *
   * JSON, or CSV (RFC 4180) with `Accept: text/csv` or `format=csv`. At most 24 months, in the time zone
   * of the brand.
   *
   * operationId: getWaterReport
   */
  getReport(input: GetWaterReportInput, options?: RequestOptions): ApiCall<GetWaterReportResult>;
  getReport(input: GetWaterReportInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getWaterReportOperation, input, options);
  }
}
