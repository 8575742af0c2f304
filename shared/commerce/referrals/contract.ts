import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import {
  cursorQuery,
  dataOf,
  email,
  pageOf,
  queryInteger,
  timestamp,
  typedCode,
  uuid,
} from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'referrals');

const referralCodeText = typedCode().min(6).max(50);

const referralInput = z.object({ brand_id: uuid, referred_email: email, referral_code: referralCodeText });
export type ReferralInput = z.output<typeof referralInput>;

/** The phone number detects people who refer themselves. It is not stored. */
const redemptionInput = referralInput.extend({ referred_phone: z.string().min(5).max(50).optional() });

export const referral = z
  .object({
    id: uuid,
    ...referralInput.shape,
    /** Id of the contact to whom the e-mail address led. */
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
    /** Id of the contact to whom the code belongs; absent for a code of the brand itself. */
    customer_id: uuid.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'ReferralCode' });
export type ReferralCode = z.output<typeof referralCode>;

const byStaff = {
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  limiter: 'api',
  idempotent: true,
} as const;

export const redeemReferral = endpoint('POST', '/api/v1/referrals', 'redeem-referral', {
  summary: 'Redeem a referral code',
  description:
    'Each customer can redeem a code once per brand. A customer is the contact of the address, with all contacts of its mailbox and all that were merged into them; an address that is not known yet becomes a contact. The code of a customer earns a reward for that customer. Customers cannot redeem their own code, or the code of a customer whom they have referred, and can be referred once. Customers with a completed order cannot redeem the code of another customer.',
  ...byStaff,
  readsSecrets: ['address-keys'],
  writes: ['referrals', 'referral-credit', 'contacts', 'contact-history'],
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
    'existing_customer',
    'shared_address',
    'conflict',
    'referral_not_redeemed',
  ],
});

export const createReferralCode = endpoint('POST', '/api/v1/referral-codes', 'create-referral-code', {
  summary: 'Create a referral code',
  description: 'Redeeming a code ignores letter case. Without `code`, a code is generated.',
  ...byStaff,
  writes: ['referrals'],
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

const brandId = uuid.describe('Id of the brand');
const customerId = uuid.describe('Id of a contact, such as `customer_id` of a referral code');

const maxCents = 100_000_000;
const cents = z.int().positive().max(maxCents);

/** Only the brand chooses where links lead, and only to one https address, which has a domain and no credentials. */
const shopUrl = z
  .url()
  .max(500)
  .regex(
    /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::\d{1,4}|:[1-5]\d{4})?(?:[/?#]\S*)?$/i,
    {
      error: 'Expected an https URL with a domain and without credentials',
    },
  );

const rewardRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), amount_cents: cents }),
  z.object({ kind: z.literal('percent'), percent: z.int().min(1).max(100), max_cents: cents.optional() }),
]);

const settingsFields = {
  /** Address of the shop, to which short links lead. */
  shop_url: shopUrl.optional(),
  /** Credit for a customer whose code another customer has redeemed. Without it there are no rewards. */
  reward: rewardRule.optional(),
  /** Least total of the order that earns the reward. */
  minimum_order_cents: z.int().min(0).max(maxCents).default(0),
  /** Days from earning a reward to its end; without it, rewards do not expire. */
  expires_days: z.int().min(1).max(3650).optional(),
};

export const referralSettingsInput = z.object(settingsFields);

export const referralSettings = z
  .object({ brand_id: uuid, ...settingsFields, updated_at: timestamp.optional(), version: z.int() })
  .meta({ id: 'ReferralSettings' });
export type ReferralSettings = z.output<typeof referralSettings>;

const settingsParameters = z.object({ brand_id: brandId });
const settingsResponses = {
  200: { description: 'The settings', schema: dataOf(referralSettings) },
} as const;

export const getReferralSettings = endpoint(
  'GET',
  '/api/v1/brands/{brand_id}/referral-settings',
  'get-referral-settings',
  {
    summary: 'Get the referral settings of a brand',
    description: 'Version 0 means that nobody has set them.',
    access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'path' },
    data: 'read',
    versioned: true,
    parameters: settingsParameters,
    resource: referralSettings,
    responses: settingsResponses,
  },
);

export const updateReferralSettings = endpoint(
  'PUT',
  '/api/v1/brands/{brand_id}/referral-settings',
  'update-referral-settings',
  {
    summary: 'Replace the referral settings of a brand',
    description: 'Rewards keep the rule of the time at which their referral was redeemed.',
    access: { kind: 'brand', roles: ['owner'], brand: 'path' },
    data: 'write',
    writes: ['referrals'],
    versioned: true,
    parameters: settingsParameters,
    resource: referralSettings,
    body: referralSettingsInput,
    responses: settingsResponses,
    errors: ['precondition_failed', 'conflict'],
  },
);

const customerCodeInput = z.object({
  brand_id: uuid,
  customer_email: email,
  /** Of a contact without a number. Detects people who refer themselves under another address. */
  customer_phone: z.string().min(5).max(50).optional(),
});

export const createCustomerCode = endpoint('POST', '/api/v1/referrals/codes', 'create-customer-code', {
  summary: 'Get the referral code of a customer',
  description:
    'Creates the code at the first call and returns the same code after that. All addresses of a mailbox belong to the same customer: for example, with a plus sign or without. An address that is not known yet becomes a contact.',
  ...byStaff,
  readsSecrets: ['address-keys'],
  writes: ['referrals', 'contacts'],
  body: customerCodeInput,
  responses: { 201: { description: 'The code of the customer', schema: dataOf(referralCode) } },
  errors: ['shared_address', 'conflict'],
});

export const rewardStates = ['pending', 'earned', 'redeemed', 'expired'] as const;

export const reward = z
  .object({
    id: uuid,
    brand_id: uuid,
    /** Id of the contact who gets the credit. */
    customer_id: uuid,
    referral_id: uuid,
    referral_code: z.string(),
    referred_user_id: uuid,
    state: z.enum(rewardStates),
    rule: rewardRule,
    minimum_order_cents: z.int(),
    expires_days: z.int().optional(),
    /** 0 until the reward is earned. */
    cents: z.int(),
    remaining_cents: z.int(),
    order_id: uuid.optional(),
    created_at: timestamp,
    earned_at: timestamp.optional(),
    expires_at: timestamp.optional(),
  })
  .meta({ id: 'ReferralReward' });
export type Reward = z.output<typeof reward>;

export const listRewards = endpoint('GET', '/api/v1/referrals/rewards', 'list-rewards', {
  summary: 'List the rewards of a brand or of a customer, newest first',
  description:
    'A reward is pending until an order of the referred customer is completed, then earned until its credit is used (redeemed) or ends (expired). Its credit follows what the order is worth: goods less discounts, included taxes, the share of referral credit and refunds. A reward whose order is worth too little is pending again.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  readsSecrets: ['address-keys'],
  query: z.strictObject({ brand_id: brandId, customer_id: customerId.optional(), ...cursorQuery }),
  responses: { 200: { description: 'Rewards, newest first', schema: pageOf(reward) } },
  errors: ['invalid_cursor'],
});

const creditEntryKinds = ['earned', 'redeemed', 'returned', 'expired', 'taken_back'] as const;

export const creditEntry = z
  .object({
    id: uuid,
    kind: z.enum(creditEntryKinds),
    /** Negative for credit that is used, expires or is taken back. */
    cents: z.int(),
    balance_cents: z.int(),
    order_id: uuid.optional(),
    reward_id: uuid.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'CreditEntry' });
export type CreditEntry = z.output<typeof creditEntry>;

const credit = z
  .object({
    brand_id: uuid,
    customer_id: uuid,
    currency: z.string(),
    /** Negative after a spent reward was taken back. The next credit pays what is owed. */
    balance_cents: z.int(),
    /** Parts of the balance, in the order in which orders use them. */
    lots: z.array(z.object({ reward_id: uuid, cents: z.int(), expires_at: timestamp.optional() })),
    /** The latest 100 changes, newest first. They add up to the balance. */
    entries: z.array(creditEntry),
  })
  .meta({ id: 'ReferralCredit' });

export const getCredit = endpoint('GET', '/api/v1/referrals/credits', 'get-credit', {
  summary: 'Get the credit of a customer',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  readsSecrets: ['address-keys'],
  query: z.strictObject({ brand_id: brandId, customer_id: customerId }),
  responses: { 200: { description: 'The credit and its latest changes', schema: dataOf(credit) } },
  errors: ['not_found'],
});

const redemption = z.object({ brand_id: uuid, order_id: uuid, cents });

export const redeemCredit = endpoint('POST', '/api/v1/referrals/credits', 'redeem-credit', {
  summary: 'Use credit for an order',
  description:
    "Uses the credit of the order's customer, oldest end first. An order can use credit once, up to what is due, and its amount due falls. A cancellation or full refund gives the credit back. New orders can use credit by credit_cents.",
  ...byStaff,
  readsSecrets: ['address-keys'],
  writes: ['orders', 'order-figures', 'contacts', 'contact-history', 'referrals', 'referral-credit'],
  wakesWorkers: true,
  body: redemption,
  responses: {
    201: {
      description: 'The change of the credit',
      schema: dataOf(creditEntry),
    },
  },
  errors: ['not_found', 'credit_insufficient', 'credit_already_used', 'credit_not_usable', 'conflict'],
});

const leader = z.object({
  rank: z.int(),
  customer_id: uuid,
  referral_code: z.string(),
  referral_count: z.int(),
  earned_cents: z.int(),
});
export type Leader = z.output<typeof leader>;

export const getLeaderboard = endpoint('GET', '/api/v1/referrals/leaderboard', 'get-leaderboard', {
  summary: 'List the customers with the most earned rewards of a period',
  description:
    "A period is a month (2026-03), a year (2026) or `all`, in the brand's time zone. A reward counts at the time at which it is earned. Of equal numbers of referrals, more credit ranks first.",
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: brandId,
    period: z
      .string()
      .regex(/^(all|20\d\d(-(0[1-9]|1[0-2]))?)$/, 'Expected a month, a year or all')
      .default('all')
      .describe('Month, year or all'),
    limit: queryInteger(1, 100, 10).describe('Maximum customers'),
  }),
  responses: {
    200: { description: 'Customers by rank', schema: z.object({ data: z.array(leader) }) },
  },
});

export const shareChannels = [
  'email',
  'sms',
  'whatsapp',
  'facebook',
  'instagram',
  'x',
  'copy',
  'qr',
  'other',
] as const;

const shareInput = z.object({
  brand_id: uuid,
  referral_code: typedCode().min(6).max(50),
  channel: z.enum(shareChannels),
});
export type ShareInput = z.output<typeof shareInput>;

/** A code has one link in each channel. */
export const referralLink = z
  .object({
    brand_id: uuid,
    referral_code: z.string(),
    channel: z.enum(shareChannels),
    url: z.string(),
    share_count: z.int(),
    /** Visitors of the link, each once a day, without crawlers. */
    visitor_count: z.int(),
    created_at: timestamp,
  })
  .meta({ id: 'ReferralLink' });
export type ReferralLink = z.output<typeof referralLink>;

export const shareReferral = endpoint('POST', '/api/v1/referrals/shares', 'share-referral', {
  summary: 'Record a share of a referral code and get its short link',
  description: 'A code has one link in each channel; every call counts one share.',
  ...byStaff,
  writes: ['referral-links'],
  managesCredentials: ['link-keys'],
  body: shareInput,
  responses: { 201: { description: 'The link of the code in the channel', schema: dataOf(referralLink) } },
  errors: ['unknown_referral_code', 'no_shop_url'],
});

export const listShares = endpoint('GET', '/api/v1/referrals/shares', 'list-shares', {
  summary: 'List the links of a brand with their shares and visitors, ordered by code and channel',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    referral_code: typedCode().min(6).max(50).optional().describe('Links of this code'),
    ...cursorQuery,
  }),
  responses: {
    200: { description: 'Links; a new link may be missing for a moment', schema: pageOf(referralLink) },
  },
  errors: ['invalid_cursor'],
});

export const followReferralLink = endpoint('GET', '/api/v1/r/{code}', 'follow-referral-link', {
  summary: 'Follow a short link to the shop of a brand',
  description:
    "Redirects to the brand's `shop_url` with the referral code as `ref`, and nowhere else. Counts each visitor of a link once a day by a hash with a salt that is deleted; no address is stored. Crawlers are redirected and not counted.",
  access: { kind: 'public' },
  data: 'write',
  writes: ['referral-links'],
  managesCredentials: ['link-keys'],
  limiter: 'api',
  parameters: z.object({ code: typedCode().min(1).max(100).describe('Code of the link') }),
  responses: { 302: { description: 'Redirect to the shop' } },
  errors: ['not_found'],
});
