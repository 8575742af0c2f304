import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { canonicalCode, newReferral, newReferralCode } from '#commerce/referral.ts';
import { referralCodeInput, referralSettings, referralSettingsInput } from '#commerce/referrals/contract.ts';
import {
  balanceOf,
  type CreditAccount,
  expireCredit,
  nextExpiry,
  returnedLots,
  takeCredit,
  withLots,
} from '#commerce/referrals/credit.ts';
import { mailboxHash, phoneHash } from '#commerce/referrals/identity.ts';
import { earnedReward, pendingReward, withCredit } from '#commerce/referrals/rewards.ts';
import { linkCode, linkId, linkIdIn, shopAddress, visitorHash } from '#commerce/referrals/short-link.ts';
import { brandId } from '../arbitrary-orders.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const id = '0192f6a0-0000-7000-8000-000000000001';

describe('one person', () => {
  test.each([
    ['ana@example.com', 'ANA+farm@Example.COM', true],
    ['ana.fern@gmail.com', 'anafern+x@gmail.com', true],
    ['ana.fern@example.com', 'anafern@example.com', false],
    ['ana@example.com', 'ana@example.org', false],
  ])('%s and %s: %j', (a, b, same) => {
    expect(mailboxHash(a) === mailboxHash(b)).toBe(same);
  });

  test('has one phone number in many forms', () => {
    expect(phoneHash('+1 (303) 555-0142')).toBe(phoneHash('303.555.0142'));
    expect(phoneHash('303-555-0142')).not.toBe(phoneHash('303-555-0143'));
  });
});

describe('short links', () => {
  const key = randomBytes(32);
  const share = { brand_id: brandId, referral_code: 'MEADOW10', channel: 'sms' as const };

  test('are the same for a code in a channel, without regard to letter case', () => {
    const code = linkId(key, share);
    expect(linkId(key, { ...share, referral_code: 'meadow10' })).toBe(code);
    expect(linkId(key, { ...share, channel: 'email' })).not.toBe(code);
    expect(linkIdIn(key, linkCode(key, code))).toBe(code);
  });

  test('refuse every code that the key has not signed', () => {
    const code = linkCode(key, linkId(key, share));
    const position = fc.integer({ min: 0, max: code.length - 1 });
    fc.assert(
      fc.property(position, fc.constantFrom('A', 'b', '_', '\u00e9', ''), (at, character) => {
        const forged = code.slice(0, at) + character + code.slice(at + 1);
        if (forged !== code) expect(linkIdIn(key, forged)).toBeUndefined();
      }),
    );
    expect(linkIdIn(randomBytes(32), code)).toBeUndefined();
  });

  test('lead to the shop with the code, and keep its own query', () => {
    expect(shopAddress('https://shop.example/market?lang=en#top', 'A&B')).toBe(
      'https://shop.example/market?lang=en&ref=A%26B#top',
    );
  });

  test('know a visitor on one day only', () => {
    const visitor = { sourceIp: '192.0.2.1', userAgent: 'Mozilla' };
    expect(visitorHash('monday', visitor)).toBe(visitorHash('monday', visitor));
    expect(visitorHash('monday', visitor)).not.toBe(visitorHash('tuesday', visitor));
  });

  test.each([
    'http://shop.example',
    'javascript:alert(1)',
    'https://user:secret@shop.example',
    '//shop.example',
    'https://',
  ])('%s cannot be the address of a shop', (shop_url) => {
    expect(referralSettingsInput.safeParse({ shop_url }).success).toBe(false);
  });
});

describe('rewards', () => {
  const referral = {
    id,
    brand_id: brandId,
    referred_email: 'ben@example.com',
    referral_code: 'MEADOW10',
    referred_user_id: id,
    created_at: now.toISOString(),
  };
  const pendingWith = (fields: object) =>
    pendingReward(referralSettings.parse({ brand_id: brandId, version: 1, ...fields }), referral, {
      id,
      customerId: id,
      referralCode: 'MEADOW10',
    });
  const percent = { kind: 'percent', percent: 15, max_cents: 1000 };

  test.each([
    [{ kind: 'amount', amount_cents: 500 }, 1n, 500],
    [percent, 1999n, 299],
    [percent, 999_999n, 1000],
  ])('%j of an order of %d cents is %d cents', (reward, total, cents) => {
    const pending = pendingWith({ reward });
    expect(pending && earnedReward(pending, { id, total }, now)).toMatchObject({
      state: 'earned',
      cents,
      remaining_cents: cents,
    });
  });

  test('need the minimum order, are earned once, and end after their days', () => {
    const pending = pendingWith({ reward: percent, minimum_order_cents: 1000, expires_days: 30 });
    if (!pending) throw new Error('The settings have a reward');
    expect(earnedReward(pending, { id, total: 999n }, now)).toBeUndefined();
    const earned = earnedReward(pending, { id, total: 1000n }, now);
    expect(earned).toMatchObject({ cents: 150, expires_at: '2026-04-01T12:00:00.000Z' });
    expect(earned && earnedReward(earned, { id, total: 1000n }, now)).toBeUndefined();
    expect(earned && withCredit(earned, 20)).toMatchObject({ state: 'earned', remaining_cents: 20 });
    expect(earned && withCredit(earned, undefined)).toMatchObject({ state: 'redeemed', remaining_cents: 0 });
  });

  test('a brand without a rule has none', () => {
    expect(pendingWith({})).toBeUndefined();
  });
});

describe('credit', () => {
  const empty: CreditAccount = { brand_id: brandId, customer_id: id, lots: [], version: 0 };
  const lot = (reward_id: string, cents: number, expires_at?: string) => ({
    reward_id,
    cents,
    ...(expires_at && { expires_at }),
  });

  test('is used by the earliest end, never beyond what is left', () => {
    const account = withLots(empty, [
      lot('never', 100),
      lot('late', 50, '2027-01-01T00:00:00.000Z'),
      lot('soon', 30, '2026-04-01T00:00:00.000Z'),
      lot('over', 1000, now.toISOString()),
    ]);
    const { account: after, taken } = takeCredit(account, 60, now);
    expect(taken.map(({ reward_id, cents }) => [reward_id, cents])).toEqual([
      ['soon', 30],
      ['late', 30],
    ]);
    expect(balanceOf(after)).toBe(1120);
    expect(() => takeCredit(account, 181, now)).toThrow(
      expect.objectContaining({ code: 'credit_insufficient' }),
    );
    expect(nextExpiry(account)?.toISOString()).toBe(now.toISOString());
    const { account: kept, expired } = expireCredit(after, now);
    expect([balanceOf(kept), balanceOf({ lots: expired })]).toEqual([120, 1000]);
  });

  test('returns to its reward, and has 30 days if its own end is past', () => {
    const [returned] = returnedLots([lot('soon', 30, '2026-03-01T00:00:00.000Z')], now);
    expect(returned?.expires_at).toBe('2026-04-01T12:00:00.000Z');
    expect(withLots(withLots(empty, [lot('a', 10)]), [lot('a', 5)]).lots).toEqual([lot('a', 15)]);
  });

  test('adds up after any uses and returns', () => {
    const step = fc.record({ cents: fc.integer({ min: 1, max: 500 }), back: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let account = withLots(empty, [lot('a', 700), lot('b', 300, '2027-01-01T00:00:00.000Z')]);
        let expected = 1000;
        for (const { cents, back } of steps) {
          if (cents > expected) {
            expect(() => takeCredit(account, cents, now)).toThrow();
            continue;
          }
          const used = takeCredit(account, cents, now);
          account = back ? withLots(used.account, used.taken) : used.account;
          expected -= back ? 0 : cents;
          expect(balanceOf(account)).toBe(expected);
        }
      }),
    );
  });
});

const context = { id: '0192f6a0-0000-7000-8000-000000000001', now: new Date('2026-11-21T10:00:00.000Z') };

describe('referral codes', () => {
  test('are compared without letter case', () => {
    expect(canonicalCode('MEADOW-10')).toBe('meadow-10');
  });

  test.each(['short', 'x'.repeat(51), 'MEADOW 10', 'MEADOW#10', '\u212aELVIN', 'caf\u00e9-10'])(
    '%j is not a valid code',
    (text) => {
      expect(canonicalCode(text)).toBeUndefined();
    },
  );

  test('are generated if absent, from unambiguous letters', () => {
    const random = Uint8Array.from({ length: 16 }, (_, index) => index * 13);
    const { code, redemption_count } = newReferralCode(referralCodeInput.parse({ brand_id: brandId }), {
      ...context,
      random,
    });
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
    expect(canonicalCode(code)).toBe(code.toLowerCase());
    expect(redemption_count).toBe(0);
  });

  test('redemptions with the same address have the same person', () => {
    const input = { brand_id: brandId, referral_code: 'MEADOW10' };
    const [first, second, other] = ['ana@example.com', 'ANA@example.com', 'ben@example.com'].map(
      (referred_email) => newReferral({ ...input, referred_email }, context),
    );
    expect(first).toMatchObject({ referral_code: 'MEADOW10', referred_email: 'ana@example.com' });
    expect(second?.referred_user_id).toBe(first?.referred_user_id);
    expect(other?.referred_user_id).not.toBe(first?.referred_user_id);
  });
});
