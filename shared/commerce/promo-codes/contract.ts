import * as z from 'zod';
import { centsInput, ratePercent } from '#commerce/orders/order.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, typedCode, uuid } from '#contract/fields.ts';

export const promoKinds = ['percent', 'fixed', 'free_shipping'] as const;

const endpoint = endpointsOf('commerce', 'promotions');

const ruleFields = {
  description: z.string().max(255).optional(),
  kind: z.enum(promoKinds),
  /** Percentage of the eligible items; only with kind `percent`. */
  percent: ratePercent.positive().optional(),
  /** Amount off the eligible items; only with kind `fixed`. */
  amount_cents: centsInput.min(1).optional(),
  /** Least sum of all items. */
  minimum_cents: centsInput.optional(),
  /** Eligible products; all products if absent. */
  product_ids: z.array(uuid).min(1).max(200).optional(),
  /** Only for the first order of a customer. */
  first_order_only: z.boolean().default(false),
  starts_at: datetime.optional(),
  /** The first moment at which the code is no longer valid. */
  ends_at: datetime.optional(),
  /** Maximum number of orders that are not cancelled. */
  max_uses: z.int().min(1).max(1_000_000_000).optional(),
  /** The same for each customer. */
  max_uses_per_customer: z.int().min(1).max(1_000_000).optional(),
  is_active: z.boolean().default(true),
};

interface Rules {
  readonly kind: 'percent' | 'fixed' | 'free_shipping';
  readonly percent?: number | undefined;
  readonly amount_cents?: number | undefined;
  readonly starts_at?: string | undefined;
  readonly ends_at?: string | undefined;
}

const hasItsValue = ({ kind, percent, amount_cents }: Rules) =>
  (kind === 'percent') === (percent !== undefined) && (kind === 'fixed') === (amount_cents !== undefined);
const valueFault = {
  path: ['kind'],
  message: 'percent needs percent, fixed needs amount_cents, and free_shipping needs neither',
};
const isInOrder = ({ starts_at, ends_at }: Rules) =>
  starts_at === undefined || ends_at === undefined || starts_at < ends_at;
const orderFault = { path: ['ends_at'], message: 'ends_at must be after starts_at' };

export const promoCodeInput = z
  .object({
    brand_id: uuid,
    /** The text that customers enter, without regard to letter case. */
    code: typedCode().regex(
      /^[A-Za-z0-9_-]{2,50}$/,
      'Expected 2 to 50 letters, digits, hyphens or underscores',
    ),
    ...ruleFields,
  })
  .refine(hasItsValue, valueFault)
  .refine(isInOrder, orderFault);
export type PromoCodeInput = z.output<typeof promoCodeInput>;

export const promoCodeReplacement = z
  .object(ruleFields)
  .refine(hasItsValue, valueFault)
  .refine(isInOrder, orderFault);
export type PromoCodeReplacement = z.output<typeof promoCodeReplacement>;

export const promoCode = z
  .object({
    id: uuid,
    brand_id: uuid,
    code: z.string(),
    ...ruleFields,
    /** Orders with the code that are not cancelled. */
    use_count: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'PromoCode' });
export type PromoCode = z.output<typeof promoCode>;

const promoCodeId = z.object({ id: uuid.describe('Id of the promo code') });
const staff = { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' } as const;

const aboutRules =
  'Promo codes have an effect in brands whose order settings have promotions `on`. An order has at most one code. Limits of uses hold exactly, also for orders at the same time; a cancelled order gives its use back. Codes with first_order_only or a limit for each customer need the e-mail address of the customer.';

export const createPromoCode = endpoint('POST', '/api/v1/promo-codes', 'create-promo-code', {
  summary: 'Create a promo code',
  description: aboutRules,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['promo-codes'],
  limiter: 'api',
  idempotent: true,
  body: promoCodeInput,
  responses: { 201: { description: 'The created promo code', schema: dataOf(promoCode) } },
  errors: ['promo_code_exists'],
});

export const listPromoCodes = endpoint('GET', '/api/v1/promo-codes', 'list-promo-codes', {
  summary: 'List the promo codes of a brand',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Promo codes by id', schema: pageOf(promoCode) } },
  errors: ['invalid_cursor'],
});

export const getPromoCode = endpoint('GET', '/api/v1/promo-codes/{id}', 'get-promo-code', {
  summary: 'Get a promo code',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: promoCodeId,
  resource: promoCode,
  responses: { 200: { description: 'The promo code', schema: dataOf(promoCode) } },
  errors: ['not_found'],
});

export const updatePromoCode = endpoint('PUT', '/api/v1/promo-codes/{id}', 'update-promo-code', {
  summary: 'Replace the rules of a promo code',
  description: 'The code itself and its uses stay. Orders that used the code keep their discount.',
  access: staff,
  data: 'write',
  writes: ['promo-codes'],
  versioned: true,
  parameters: promoCodeId,
  resource: promoCode,
  body: promoCodeReplacement,
  responses: { 200: { description: 'The replaced promo code', schema: dataOf(promoCode) } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deletePromoCode = endpoint('DELETE', '/api/v1/promo-codes/{id}', 'delete-promo-code', {
  summary: 'Delete a promo code',
  description:
    'Orders that used the code keep their discount. A new code with the same text starts without uses.',
  access: staff,
  data: 'write',
  writes: ['promo-codes'],
  deletes: ['promo-codes'],
  versioned: true,
  parameters: promoCodeId,
  resource: promoCode,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});
