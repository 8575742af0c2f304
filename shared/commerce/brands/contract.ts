import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '#contract/fields.ts';
import { planNames } from '#contract/plans.ts';
import { currencyCode, localeTag, timeZone } from '#contract/regional-fields.ts';

const endpoint = endpointsOf('commerce', 'brands');

const brandFields = {
  name: z.string().min(1).max(255),
  /** `managed`: ordered products must exist and be active. `external`: product ids are not checked. */
  catalog: z.enum(['managed', 'external']).default('managed'),
  /** `trust`: order prices are not checked. `match`: each price must equal the price of its product. */
  prices: z.enum(['trust', 'match']).default('trust'),
  /** `managed`: orders refer to active stops and their pickup days. `external`: stop ids are not checked. */
  stops: z.enum(['external', 'managed']).optional(),
  /** Days, weeks and months of analytics, and times of day, are those of this IANA time zone. */
  time_zone: timeZone.optional(),
  /** ISO 4217 code of all amounts of the brand. */
  currency: currencyCode.optional(),
  /** BCP 47 tag of the language and region of messages to customers. */
  locale: localeTag.optional(),
};

/** The same settings in a stored brand, which has all of them. */
const brandSettings = {
  stops: z.enum(['external', 'managed']),
  time_zone: z.string(),
  currency: z.string(),
  locale: z.string(),
};

/** Only a managed catalog has prices to match. */
export const canMatchPrices = ({ catalog, prices }: { readonly catalog: string; readonly prices: string }) =>
  prices === 'trust' || catalog === 'managed';
export const cannotMatch = { path: ['prices'], message: 'Prices can be matched only in a managed catalog' };

export const brandInput = z
  .object({
    ...brandFields,
    /** Only an operator can choose a plan other than Starter. */
    plan: z.enum(planNames).default('starter'),
  })
  .refine(canMatchPrices, cannotMatch);
export type BrandInput = z.output<typeof brandInput>;

export const brandReplacement = z
  .object({ ...brandFields, plan: z.enum(planNames).optional() })
  .refine(canMatchPrices, cannotMatch);
export type BrandReplacement = z.output<typeof brandReplacement>;

export const brand = z
  .object({
    id: uuid,
    ...brandFields,
    ...brandSettings,
    plan: z.enum(planNames),
    /** While the brand is under deletion. */
    deletion: z.object({ requested_at: timestamp, deletes_at: timestamp }).optional(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Brand' });
export type Brand = z.output<typeof brand>;

/** A brand with its gateway keys, from the oldest to the newest, which no response shows. */
export const storedBrand = brand.extend({
  /** None in the first seconds of a brand, and several while its plan changes. */
  gateway_keys: z.array(
    z.object({
      id: z.string(),
      value: z.string(),
      plan: z.enum(planNames),
      /** From this time on, API Gateway knows the key everywhere. */
      valid_from: timestamp,
    }),
  ),
});
export type StoredBrand = z.output<typeof storedBrand>;

const aboutCatalog =
  'With catalog `managed`, ordered products must exist and be active; with `external`, product ids are not checked. With prices `match`, every order price must equal the price of its product, which requires a managed catalog; with `trust`, prices are not checked.';

const aboutSettings =
  'With stops `managed`, orders refer to active stops and their pickup days; with `external`, the default, stop ids are not checked. time_zone is an IANA name and defaults to UTC. currency is an ISO 4217 code, defaults to the currency of the deployment, and cannot change after the first order. locale is a BCP 47 tag and defaults to en-US. A replacement without one of these four settings keeps it.';

const brandId = z.object({ brand_id: uuid.describe('Id of the brand') });

export const createBrand = endpoint('POST', '/api/v1/brands', 'create-brand', {
  summary: 'Create a brand',
  description: `Requires a bearer token. The caller becomes the owner of the brand. ${aboutCatalog} ${aboutSettings}`,
  access: { kind: 'signed-in' },
  data: 'write',
  writes: ['brands', 'billing', 'inboxes', 'onboarding'],
  managesCredentials: ['memberships', 'address-keys'],
  limiter: 'api',
  idempotent: true,
  unmetered: true,
  wakesWorkers: true,
  body: brandInput,
  responses: { 201: { description: 'The created brand', schema: dataOf(brand) } },
  errors: ['payment_required', 'conflict'],
});

export const getBrand = endpoint('GET', '/api/v1/brands/{brand_id}', 'get-brand', {
  summary: 'Get a brand',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'path' },
  data: 'read',
  versioned: true,
  parameters: brandId,
  resource: storedBrand,
  responses: { 200: { description: 'The brand', schema: dataOf(brand) } },
  errors: ['not_found'],
});

export const updateBrand = endpoint('PUT', '/api/v1/brands/{brand_id}', 'update-brand', {
  summary: 'Replace the settings of a brand',
  description: `${aboutCatalog} ${aboutSettings}`,
  access: { kind: 'brand', roles: ['owner'], brand: 'path' },
  data: 'write',
  writes: ['brands', 'onboarding'],
  versioned: true,
  wakesWorkers: true,
  parameters: brandId,
  resource: storedBrand,
  body: brandReplacement,
  responses: { 200: { description: 'The updated brand', schema: dataOf(brand) } },
  errors: ['not_found', 'currency_in_use', 'precondition_failed', 'conflict'],
});

const owners = { kind: 'brand', roles: ['owner'], brand: 'path' } as const;

/** Days for which an archive is kept. The lifecycle rule of the bucket removes it. */
export const archiveDays = 7;

/** Seconds for which a download link is valid. It must not exceed the validity of the function's credentials. */
export const archiveLinkSeconds = 900;

export const brandExport = z
  .object({
    id: uuid,
    brand_id: uuid,
    /** `expired`: the archive was removed after seven days. */
    status: z.enum(['waiting', 'running', 'done', 'failed', 'expired']),
    reason: z.string().optional().describe('Why the export failed'),
    records: z.int().optional().describe('Number of records in the archive'),
    size: z.int().optional().describe('Size of the archive in bytes'),
    sha256: z.string().optional().describe('SHA-256 of the archive in hexadecimal digits'),
    available_until: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BrandExport' });
export type BrandExport = z.output<typeof brandExport>;

const download = z.object({ url: z.url(), expires_at: timestamp });

const ofDeletion = {
  access: owners,
  data: 'write',
  writes: ['brands'],
  recordsActivity: true,
  wakesWorkers: true,
  whileClosing: true,
  limiter: 'api',
  parameters: brandId,
  resource: storedBrand,
} as const;

export const deleteBrand = endpoint('DELETE', '/api/v1/brands/{brand_id}', 'delete-brand', {
  summary: 'Schedule the deletion of a brand',
  description:
    'The brand stays readable and exportable until deletion.deletes_at. Until then, every write is refused with 409 brand_closing, except exports, the restoration, revoked API keys, removed members and erased contacts. Members are reminded seven days and one day before. Then everything that the brand owns is removed, and its subscription ends. A repetition keeps the time.',
  ...ofDeletion,
  query: z.strictObject({ name: z.string().min(1).max(255).describe('The exact name of the brand') }),
  responses: { 202: { description: 'The brand with the time of its deletion', schema: dataOf(brand) } },
  errors: ['not_found', 'name_mismatch', 'conflict'],
});

export const restoreBrand = endpoint('POST', '/api/v1/brands/{brand_id}/restore', 'restore-brand', {
  summary: 'Cancel the deletion of a brand',
  description: 'Possible until deletion.deletes_at. No effect on a brand that is not under deletion.',
  ...ofDeletion,
  idempotent: true,
  responses: { 200: { description: 'The brand', schema: dataOf(brand) } },
  errors: ['not_found', 'conflict'],
});

export const createBrandExport = endpoint(
  'POST',
  '/api/v1/brands/{brand_id}/exports',
  'create-brand-export',
  {
    summary: 'Export everything that a brand owns',
    description:
      'The archive is a ZIP file with NDJSON and CSV of every kind of record, a JPEG file of every image, and manifest.json with the count, size and SHA-256 of each file. It is made in the background and does not show one moment: records that change meanwhile may be in it before or after the change. One export of a brand runs at a time.',
    access: owners,
    data: 'write',
    writes: ['brand-exports'],
    wakesWorkers: true,
    recordsActivity: true,
    whileClosing: true,
    limiter: 'api',
    idempotent: true,
    parameters: brandId,
    resource: storedBrand,
    responses: { 202: { description: 'The export; follow its status', schema: dataOf(brandExport) } },
    errors: ['not_found', 'export_running'],
  },
);

export const listBrandExports = endpoint('GET', '/api/v1/brands/{brand_id}/exports', 'list-brand-exports', {
  summary: 'List the exports of a brand, newest first',
  description: 'An export is listed for 30 days, and its archive is kept for seven.',
  access: owners,
  data: 'read',
  parameters: brandId,
  query: z.strictObject({ ...cursorQuery }),
  responses: { 200: { description: 'Exports, newest first', schema: pageOf(brandExport) } },
  errors: ['invalid_cursor'],
});

export const getBrandExport = endpoint(
  'GET',
  '/api/v1/brands/{brand_id}/exports/{export_id}',
  'get-brand-export',
  {
    summary: 'Get an export with a link to its archive',
    description:
      'download is present while the archive exists. Its link works without a credential for 15 minutes.',
    access: owners,
    data: 'read',
    media: ['brand-exports'],
    parameters: z.object({ ...brandId.shape, export_id: uuid.describe('Id of the export') }),
    responses: {
      200: {
        description: 'The export',
        schema: dataOf(z.object({ ...brandExport.shape, download: download.optional() })),
      },
    },
    errors: ['not_found'],
  },
);
