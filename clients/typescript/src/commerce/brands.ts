// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getOrderSettingsOperation: Operation = {
  id: 'getOrderSettings',
  method: 'GET',
  path: '/api/v1/brands/{brand_id}/order-settings',
  inPath: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const updateOrderSettingsOperation: Operation = {
  id: 'updateOrderSettings',
  method: 'PUT',
  path: '/api/v1/brands/{brand_id}/order-settings',
  inPath: ['brand_id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const createBrandOperation: Operation = {
  id: 'createBrand',
  method: 'POST',
  path: '/api/v1/brands',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getBrandOperation: Operation = {
  id: 'getBrand',
  method: 'GET',
  path: '/api/v1/brands/{brand_id}',
  inPath: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const updateBrandOperation: Operation = {
  id: 'updateBrand',
  method: 'PUT',
  path: '/api/v1/brands/{brand_id}',
  inPath: ['brand_id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteBrandOperation: Operation = {
  id: 'deleteBrand',
  method: 'DELETE',
  path: '/api/v1/brands/{brand_id}',
  inPath: ['brand_id'],
  inQuery: ['name'],
  accept: 'application/json',
  enveloped: true,
};

const restoreBrandOperation: Operation = {
  id: 'restoreBrand',
  method: 'POST',
  path: '/api/v1/brands/{brand_id}/restore',
  inPath: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listBrandExportsOperation: Operation = {
  id: 'listBrandExports',
  method: 'GET',
  path: '/api/v1/brands/{brand_id}/exports',
  inPath: ['brand_id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createBrandExportOperation: Operation = {
  id: 'createBrandExport',
  method: 'POST',
  path: '/api/v1/brands/{brand_id}/exports',
  inPath: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getBrandExportOperation: Operation = {
  id: 'getBrandExport',
  method: 'GET',
  path: '/api/v1/brands/{brand_id}/exports/{export_id}',
  inPath: ['brand_id', 'export_id'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `getOrderSettings`. */
export type GetOrderSettingsInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `updateOrderSettings`. */
export type UpdateOrderSettingsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  readonly promotions?: 'off' | 'on' | undefined;
  readonly taxes_included?: boolean | undefined;
  readonly tax_rates?: readonly {
    readonly label: string;
    readonly category?: string | undefined;
    readonly rate_percent: number;
  }[] | undefined;
  readonly shipping?: {
    readonly label?: string | undefined;
    readonly fee_cents: number;
    readonly free_from_cents?: number | undefined;
  } | undefined;
};

/** Input of `createBrand`. */
export type CreateBrandInput = {
  readonly name: string;
  readonly catalog?: 'managed' | 'external' | undefined;
  readonly prices?: 'trust' | 'match' | undefined;
  readonly stops?: 'external' | 'managed' | undefined;
  readonly time_zone?: string | undefined;
  readonly currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BMD' | 'BND' | 'BOB' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHF' | 'CNY' | 'COP' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IRR' | 'JMD' | 'KES' | 'KGS' | 'KHR' | 'KPW' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'MAD' | 'MDL' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'USD' | 'UYU' | 'UZS' | 'VES' | 'WST' | 'XCD' | 'XCG' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined;
  readonly locale?: string | undefined;
  readonly plan?: 'starter' | 'farm' | 'enterprise' | undefined;
};

/** Input of `getBrand`. */
export type GetBrandInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `updateBrand`. */
export type UpdateBrandInput = {
  /** Id of the brand */
  readonly brand_id: string;
  readonly name: string;
  readonly catalog?: 'managed' | 'external' | undefined;
  readonly prices?: 'trust' | 'match' | undefined;
  readonly stops?: 'external' | 'managed' | undefined;
  readonly time_zone?: string | undefined;
  readonly currency?: 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BMD' | 'BND' | 'BOB' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHF' | 'CNY' | 'COP' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IRR' | 'JMD' | 'KES' | 'KGS' | 'KHR' | 'KPW' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'MAD' | 'MDL' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'USD' | 'UYU' | 'UZS' | 'VES' | 'WST' | 'XCD' | 'XCG' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG' | undefined;
  readonly locale?: string | undefined;
  readonly plan?: 'starter' | 'farm' | 'enterprise' | undefined;
};

/** Input of `deleteBrand`. */
export type DeleteBrandInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** The exact name of the brand */
  readonly name: string;
};

/** Input of `restoreBrand`. */
export type RestoreBrandInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `listBrandExports`. */
export type ListBrandExportsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createBrandExport`. */
export type CreateBrandExportInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `getBrandExport`. */
export type GetBrandExportInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Id of the export */
  readonly export_id: string;
};

/** Result of `getBrandExport`. */
export type GetBrandExportResult = {
  readonly id: string;
  readonly brand_id: string;
  readonly status: 'waiting' | 'running' | 'done' | 'failed' | 'expired';
  /** Number of records in the archive */
  readonly records?: number | undefined;
  /** Size of the archive in bytes */
  readonly size?: number | undefined;
  /** SHA-256 of the archive in hexadecimal digits */
  readonly sha256?: string | undefined;
  readonly available_until?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly download?: {
    readonly url: string;
    readonly expires_at: string;
  } | undefined;
};

export class BrandsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the settings of orders: promotions, taxes and shipping
   *
   * A brand without settings has the defaults, with version 0.
   *
   * operationId: getOrderSettings
   */
  getOrderSettings(input: GetOrderSettingsInput, options: RequestOptions & ChangeOptions): ApiCall<schema.OrderSettings | undefined>;
  /**
   * Get the settings of orders: promotions, taxes and shipping
   *
   * A brand without settings has the defaults, with version 0.
   *
   * operationId: getOrderSettings
   */
  getOrderSettings(input: GetOrderSettingsInput, options?: RequestOptions): ApiCall<schema.OrderSettings>;
  getOrderSettings(input: GetOrderSettingsInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getOrderSettingsOperation, input, options);
  }

  /**
   * Replace the settings of orders
   *
   * New settings apply to new orders and to edits. An omitted member gets its default. Tax rates match
   * the tax category of a product, else its category.
   *
   * operationId: updateOrderSettings
   */
  updateOrderSettings(input: UpdateOrderSettingsInput, options?: RequestOptions & MatchOptions): ApiCall<schema.OrderSettings> {
    return this.#transport.call(updateOrderSettingsOperation, input, options);
  }

  /**
   * Create a brand
   *
   * Requires a bearer token. The caller becomes the owner of the brand. With catalog `managed`, ordered
   * products must exist and be active; with `external`, product ids are not checked. With prices `match`,
   * every order price must equal the price of its product, which requires a managed catalog; with
   * `trust`, prices are not checked. With stops `managed`, orders refer to active stops and their pickup
   * days; with `external`, the default, stop ids are not checked. time_zone is an IANA name and defaults
   * to UTC. currency is an ISO 4217 code and defaults to the currency of the deployment. locale is a BCP
   * 47 tag and defaults to en-US. A replacement without one of these four settings keeps it.
   *
   * operationId: createBrand
   */
  create(input: CreateBrandInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Brand> {
    return this.#transport.call(createBrandOperation, input, options);
  }

  /**
   * Get a brand
   *
   * operationId: getBrand
   */
  get(input: GetBrandInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Brand | undefined>;
  /**
   * Get a brand
   *
   * operationId: getBrand
   */
  get(input: GetBrandInput, options?: RequestOptions): ApiCall<schema.Brand>;
  get(input: GetBrandInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getBrandOperation, input, options);
  }

  /**
   * Replace the settings of a brand
   *
   * With catalog `managed`, ordered products must exist and be active; with `external`, product ids are
   * not checked. With prices `match`, every order price must equal the price of its product, which
   * requires a managed catalog; with `trust`, prices are not checked. With stops `managed`, orders refer
   * to active stops and their pickup days; with `external`, the default, stop ids are not checked.
   * time_zone is an IANA name and defaults to UTC. currency is an ISO 4217 code and defaults to the
   * currency of the deployment. locale is a BCP 47 tag and defaults to en-US. A replacement without one
   * of these four settings keeps it.
   *
   * operationId: updateBrand
   */
  update(input: UpdateBrandInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Brand> {
    return this.#transport.call(updateBrandOperation, input, options);
  }

  /**
   * Schedule the deletion of a brand
   *
   * The brand stays readable and exportable until deletion.deletes_at. Until then, every write is refused
   * with 409 brand_closing, except exports, the restoration, revoked API keys, removed members and erased
   * contacts. Members are reminded seven days and one day before. Then everything that the brand owns is
   * removed, and its subscription ends. A repetition keeps the time.
   *
   * operationId: deleteBrand
   */
  delete(input: DeleteBrandInput, options?: RequestOptions): ApiCall<schema.Brand> {
    return this.#transport.call(deleteBrandOperation, input, options);
  }

  /**
   * Cancel the deletion of a brand
   *
   * Possible until deletion.deletes_at. No effect on a brand that is not under deletion.
   *
   * operationId: restoreBrand
   */
  restore(input: RestoreBrandInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Brand> {
    return this.#transport.call(restoreBrandOperation, input, options);
  }

  /**
   * List the exports of a brand, newest first
   *
   * An export is listed for 30 days, and its archive is kept for seven.
   *
   * operationId: listBrandExports
   */
  listExports(input: ListBrandExportsInput, options?: RequestOptions): PagedCall<schema.BrandExport, CursorPage<schema.BrandExport>> {
    return this.#transport.list(listBrandExportsOperation, input, options);
  }

  /**
   * Export everything that a brand owns
   *
   * The archive is a ZIP file with NDJSON and CSV of every kind of record, a JPEG file of every image,
   * and manifest.json with the count, size and SHA-256 of each file. It is made in the background and
   * does not show one moment: records that change meanwhile may be in it before or after the change. One
   * export of a brand runs at a time.
   *
   * operationId: createBrandExport
   */
  createExport(input: CreateBrandExportInput, options?: RequestOptions & KeyOptions): ApiCall<schema.BrandExport> {
    return this.#transport.call(createBrandExportOperation, input, options);
  }

  /**
   * Get an export with a link to its archive
   *
   * download is present while the archive exists. Its link works without a credential for 15 minutes.
   *
   * operationId: getBrandExport
   */
  getExport(input: GetBrandExportInput, options?: RequestOptions): ApiCall<GetBrandExportResult> {
    return this.#transport.call(getBrandExportOperation, input, options);
  }
}
