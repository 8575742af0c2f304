import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, timestamp, uuid } from '../fields.ts';
import { centsInput, ratePercent } from './order-amounts.ts';

const endpoint = endpointsOf('commerce', 'brands');

const settingsFields = {
  /** `off`: promo codes are stored and have no effect. `on`: a promo code must be valid, and lowers the amount due. */
  promotions: z.enum(['off', 'on']).default('off'),
  /** Whether the prices of products contain the taxes. */
  taxes_included: z.boolean().default(false),
  /** Rates by tax category of the product. The rate without a category applies to all other products. */
  tax_rates: z
    .array(
      z.object({
        label: z.string().min(1).max(100),
        category: z.string().min(1).max(255).optional(),
        rate_percent: ratePercent,
      }),
    )
    .max(20)
    .refine((rates) => new Set(rates.map(({ category }) => category)).size === rates.length, {
      message: 'Each category can have one rate',
    })
    .default([]),
  /** Fee of orders that are shipped wholly or in part. */
  shipping: z
    .object({
      label: z.string().min(1).max(100).default('Shipping'),
      fee_cents: centsInput,
      /** Goods of this amount after discounts are shipped free. */
      free_from_cents: centsInput.optional(),
    })
    .optional(),
};

export const orderSettingsInput = z.object(settingsFields);
export type OrderSettingsInput = z.output<typeof orderSettingsInput>;

const orderSettings = z
  .object({ brand_id: uuid, ...settingsFields, updated_at: timestamp.optional(), version: z.int() })
  .meta({ id: 'OrderSettings' });
export type OrderSettings = z.output<typeof orderSettings>;

const brandId = z.object({ brand_id: uuid.describe('Id of the brand') });

export const getOrderSettings = endpoint(
  'GET',
  '/api/v1/brands/{brand_id}/order-settings',
  'get-order-settings',
  {
    summary: 'Get the settings of orders: promotions, taxes and shipping',
    description: 'A brand without settings has the defaults, with version 0.',
    access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'path' },
    data: 'read',
    versioned: true,
    parameters: brandId,
    responses: { 200: { description: 'The settings', schema: dataOf(orderSettings) } },
  },
);

export const updateOrderSettings = endpoint(
  'PUT',
  '/api/v1/brands/{brand_id}/order-settings',
  'update-order-settings',
  {
    summary: 'Replace the settings of orders',
    description:
      'New settings apply to new orders and to edits. An omitted member gets its default. Tax rates match the tax category of a product, else its category.',
    access: { kind: 'brand', roles: ['owner'], brand: 'path' },
    data: 'write',
    writes: ['orders'],
    versioned: true,
    parameters: brandId,
    body: orderSettingsInput,
    responses: { 200: { description: 'The replaced settings', schema: dataOf(orderSettings) } },
    errors: ['precondition_failed', 'conflict'],
  },
);
