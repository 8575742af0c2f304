import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, email, pageOf, timestamp, typedCode, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'referrals');

const referralCodeText = typedCode().min(6).max(50);

const referralInput = z.object({ brand_id: uuid, referred_email: email, referral_code: referralCodeText });
export type ReferralInput = z.output<typeof referralInput>;

/** The phone number detects people who refer themselves. It is not stored. */
const redemptionInput = referralInput.extend({ referred_phone: z.string().min(5).max(50).optional() });

const referral = z
  .object({
    id: uuid,
    ...referralInput.shape,
    /** Id of the referred customer, the same for every use of the e-mail address in the brand. */
    referred_user_id: uuid,
    created_at: timestamp,
  })
  .meta({ id: 'Referral' });
export type Referral = z.output<typeof referral>;

export const referralCodeInput = z.object({
  brand_id: uuid,
  code: referralCodeText.regex(/^[A-Za-z0-9_-]+$/, 'Letters, digits, - and _ only').optional(),
  description: z.string().max(500).optional(),
});
export type ReferralCodeInput = z.output<typeof referralCodeInput>;

export const referralCode = z
  .object({
    id: uuid,
    brand_id: uuid,
    code: z.string(),
    description: z.string().optional(),
    redemption_count: z.int(),
    /** The customer to whom the code belongs; absent for a code of the brand itself. */
    customer_id: uuid.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'ReferralCode' });
export type ReferralCode = z.output<typeof referralCode>;

export const redeemReferral = endpoint('POST', '/api/v1/referrals', 'redeem-referral', {
  summary: 'Redeem a referral code',
  description:
    'Each e-mail address can redeem a code once per brand. The code of a customer earns a reward for that customer. Customers cannot redeem their own code, or the code of a customer whom they have referred, and can be referred once.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['referrals', 'referral-credit', 'contact-history'],
  limiter: 'api',
  idempotent: true,
  recordsActivity: true,
  wakesWorkers: true,
  body: redemptionInput,
  responses: { 201: { description: 'The referral record', schema: dataOf(referral) } },
  errors: [
    'unknown_referral_code',
    'already_redeemed',
    'already_referred',
    'self_referral',
    'referral_loop',
    'referral_not_redeemed',
  ],
});

export const createReferralCode = endpoint('POST', '/api/v1/referral-codes', 'create-referral-code', {
  summary: 'Create a referral code',
  description: 'Redeeming a code ignores letter case. Without `code`, a code is generated.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['referrals'],
  limiter: 'api',
  idempotent: true,
  body: referralCodeInput,
  responses: { 201: { description: 'The created code', schema: dataOf(referralCode) } },
  errors: ['already_exists'],
});

export const listReferralCodes = endpoint('GET', '/api/v1/referral-codes', 'list-referral-codes', {
  summary: 'List the referral codes of a brand',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Codes, ordered by code', schema: pageOf(referralCode) } },
  errors: ['invalid_cursor'],
});
