import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, timestamp, uuid } from '../fields.ts';
import { planNames } from '../plans.ts';
import { currencyCode, localeTag, timeZone } from '../regional-fields.ts';

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
  body: brandReplacement,
  responses: { 200: { description: 'The updated brand', schema: dataOf(brand) } },
  errors: ['not_found', 'currency_in_use', 'precondition_failed', 'conflict'],
});
