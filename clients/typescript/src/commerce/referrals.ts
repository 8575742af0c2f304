// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const redeemReferralOperation: Operation = {
  id: 'redeemReferral',
  method: 'POST',
  path: '/api/v1/referrals',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listReferralCodesOperation: Operation = {
  id: 'listReferralCodes',
  method: 'GET',
  path: '/api/v1/referral-codes',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createReferralCodeOperation: Operation = {
  id: 'createReferralCode',
  method: 'POST',
  path: '/api/v1/referral-codes',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getReferralSettingsOperation: Operation = {
  id: 'getReferralSettings',
  method: 'GET',
  path: '/api/v1/brands/{brand_id}/referral-settings',
  inPath: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const updateReferralSettingsOperation: Operation = {
  id: 'updateReferralSettings',
  method: 'PUT',
  path: '/api/v1/brands/{brand_id}/referral-settings',
  inPath: ['brand_id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const createCustomerCodeOperation: Operation = {
  id: 'createCustomerCode',
  method: 'POST',
  path: '/api/v1/referrals/codes',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listSharesOperation: Operation = {
  id: 'listShares',
  method: 'GET',
  path: '/api/v1/referrals/shares',
  inQuery: ['brand_id', 'referral_code', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const shareReferralOperation: Operation = {
  id: 'shareReferral',
  method: 'POST',
  path: '/api/v1/referrals/shares',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const followReferralLinkOperation: Operation = {
  id: 'followReferralLink',
  method: 'GET',
  path: '/api/v1/r/{code}',
  inPath: ['code'],
  accept: 'application/json',
  redirects: true,
};

const listRewardsOperation: Operation = {
  id: 'listRewards',
  method: 'GET',
  path: '/api/v1/referrals/rewards',
  inQuery: ['brand_id', 'customer_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getCreditOperation: Operation = {
  id: 'getCredit',
  method: 'GET',
  path: '/api/v1/referrals/credits',
  inQuery: ['brand_id', 'customer_id'],
  accept: 'application/json',
  enveloped: true,
};

const redeemCreditOperation: Operation = {
  id: 'redeemCredit',
  method: 'POST',
  path: '/api/v1/referrals/credits',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getLeaderboardOperation: Operation = {
  id: 'getLeaderboard',
  method: 'GET',
  path: '/api/v1/referrals/leaderboard',
  inQuery: ['brand_id', 'period', 'limit'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `redeemReferral`. */
export type RedeemReferralInput = {
  readonly brand_id: string;
  readonly referred_email: string;
  readonly referral_code: string;
  readonly referred_phone?: string | undefined;
};

/** Input of `listReferralCodes`. */
export type ListReferralCodesInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createReferralCode`. */
export type CreateReferralCodeInput = {
  readonly brand_id: string;
  readonly code?: string | undefined;
  readonly description?: string | undefined;
};

/** Input of `getReferralSettings`. */
export type GetReferralSettingsInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `updateReferralSettings`. */
export type UpdateReferralSettingsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  readonly shop_url?: string | undefined;
  readonly reward?: {
    readonly kind: 'amount';
    readonly amount_cents: number;
  } | {
    readonly kind: 'percent';
    readonly percent: number;
    readonly max_cents?: number | undefined;
  } | undefined;
  readonly minimum_order_cents?: number | undefined;
  readonly expires_days?: number | undefined;
};

/** Input of `createCustomerCode`. */
export type CreateCustomerCodeInput = {
  readonly brand_id: string;
  readonly customer_email: string;
  readonly customer_phone?: string | undefined;
};

/** Input of `listShares`. */
export type ListSharesInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Links of this code */
  readonly referral_code?: string | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `shareReferral`. */
export type ShareReferralInput = {
  readonly brand_id: string;
  readonly referral_code: string;
  readonly channel: 'email' | 'sms' | 'whatsapp' | 'facebook' | 'instagram' | 'x' | 'copy' | 'qr' | 'other';
};

/** Input of `followReferralLink`. */
export type FollowReferralLinkInput = {
  /** Code of the link */
  readonly code: string;
};

/** Input of `listRewards`. */
export type ListRewardsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** `customer_id` of a referral code */
  readonly customer_id?: string | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getCredit`. */
export type GetCreditInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** `customer_id` of a referral code */
  readonly customer_id: string;
};

/** Input of `redeemCredit`. */
export type RedeemCreditInput = {
  readonly brand_id: string;
  readonly order_id: string;
  readonly cents: number;
};

/** Input of `getLeaderboard`. */
export type GetLeaderboardInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Month, year or all */
  readonly period?: string | undefined;
  /** Maximum customers */
  readonly limit?: number | undefined;
};

/** Result of `getLeaderboard`. */
export type GetLeaderboardResult = readonly {
  readonly rank: number;
  readonly customer_id: string;
  readonly referral_code: string;
  readonly referral_count: number;
  readonly earned_cents: number;
}[];

export class ReferralsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Redeem a referral code
   *
   * Each e-mail address can redeem a code once per brand. The code of a customer earns a reward for that
   * customer. Customers cannot redeem their own code, or the code of a customer whom they have referred,
   * and can be referred once.
   *
   * operationId: redeemReferral
   */
  redeem(input: RedeemReferralInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Referral> {
    return this.#transport.call(redeemReferralOperation, input, options);
  }

  /**
   * List the referral codes of a brand
   *
   * operationId: listReferralCodes
   */
  listCodes(input: ListReferralCodesInput, options?: RequestOptions): PagedCall<schema.ReferralCode, CursorPage<schema.ReferralCode>> {
    return this.#transport.list(listReferralCodesOperation, input, options);
  }

  /**
   * Create a referral code
   *
   * Redeeming a code ignores letter case. Without `code`, a code is generated.
   *
   * operationId: createReferralCode
   */
  createCode(input: CreateReferralCodeInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ReferralCode> {
    return this.#transport.call(createReferralCodeOperation, input, options);
  }

  /**
   * Get the referral settings of a brand
   *
   * Version 0 means that nobody has set them.
   *
   * operationId: getReferralSettings
   */
  getSettings(input: GetReferralSettingsInput, options: RequestOptions & ChangeOptions): ApiCall<schema.ReferralSettings | undefined>;
  /**
   * Get the referral settings of a brand
   *
   * Version 0 means that nobody has set them.
   *
   * operationId: getReferralSettings
   */
  getSettings(input: GetReferralSettingsInput, options?: RequestOptions): ApiCall<schema.ReferralSettings>;
  getSettings(input: GetReferralSettingsInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getReferralSettingsOperation, input, options);
  }

  /**
   * Replace the referral settings of a brand
   *
   * Rewards keep the rule of the time at which their referral was redeemed.
   *
   * operationId: updateReferralSettings
   */
  updateSettings(input: UpdateReferralSettingsInput, options?: RequestOptions & MatchOptions): ApiCall<schema.ReferralSettings> {
    return this.#transport.call(updateReferralSettingsOperation, input, options);
  }

  /**
   * Get the referral code of a customer
   *
   * Creates the code at the first call and returns the same code after that. An address with a plus sign
   * belongs to the same customer as the address without it.
   *
   * operationId: createCustomerCode
   */
  createCustomerCode(input: CreateCustomerCodeInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ReferralCode> {
    return this.#transport.call(createCustomerCodeOperation, input, options);
  }

  /**
   * List the links of a brand with their shares and visitors, ordered by code and channel
   *
   * operationId: listShares
   */
  listShares(input: ListSharesInput, options?: RequestOptions): PagedCall<schema.ReferralLink, CursorPage<schema.ReferralLink>> {
    return this.#transport.list(listSharesOperation, input, options);
  }

  /**
   * Record a share of a referral code and get its short link
   *
   * A code has one link in each channel; every call counts one share.
   *
   * operationId: shareReferral
   */
  share(input: ShareReferralInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ReferralLink> {
    return this.#transport.call(shareReferralOperation, input, options);
  }

  /**
   * Follow a short link to the shop of a brand
   *
   * Redirects to the brand's `shop_url` with the referral code as `ref`, and nowhere else. Counts each
   * visitor of a link once a day by a hash with a salt that is deleted; no address is stored. Crawlers
   * are redirected and not counted.
   *
   * operationId: followReferralLink
   */
  followLink(input: FollowReferralLinkInput, options?: RequestOptions): ApiCall<string> {
    return this.#transport.call(followReferralLinkOperation, input, options);
  }

  /**
   * List the rewards of a brand or of a customer, newest first
   *
   * A reward is pending until an order of the referred customer is completed, then earned until its
   * credit is used (redeemed) or ends (expired).
   *
   * operationId: listRewards
   */
  listRewards(input: ListRewardsInput, options?: RequestOptions): PagedCall<schema.ReferralReward, CursorPage<schema.ReferralReward>> {
    return this.#transport.list(listRewardsOperation, input, options);
  }

  /**
   * Get the credit of a customer
   *
   * operationId: getCredit
   */
  getCredit(input: GetCreditInput, options?: RequestOptions): ApiCall<schema.ReferralCredit> {
    return this.#transport.call(getCreditOperation, input, options);
  }

  /**
   * Use credit for an order
   *
   * Uses the credit of the order's customer, oldest end first. An order can use credit once, up to what
   * is due, and its amount due falls. A cancellation or full refund gives the credit back. New orders can
   * use credit by credit_cents.
   *
   * operationId: redeemCredit
   */
  redeemCredit(input: RedeemCreditInput, options?: RequestOptions & KeyOptions): ApiCall<schema.CreditEntry> {
    return this.#transport.call(redeemCreditOperation, input, options);
  }

  /**
   * List the customers with the most earned rewards of a period
   *
   * A period is a month (2026-03), a year (2026) or `all`, in the brand's time zone. A reward counts at
   * the time at which it is earned. Of equal numbers of referrals, more credit ranks first.
   *
   * operationId: getLeaderboard
   */
  getLeaderboard(input: GetLeaderboardInput, options?: RequestOptions): ApiCall<GetLeaderboardResult> {
    return this.#transport.call(getLeaderboardOperation, input, options);
  }
}
