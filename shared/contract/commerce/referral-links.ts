import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, typedCode, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'referrals');

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
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['referral-links'],
  managesCredentials: ['link-keys'],
  limiter: 'api',
  idempotent: true,
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
