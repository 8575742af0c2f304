import { describe, expect, test } from '@jest/globals';
import { canonicalCode, newReferral, newReferralCode } from '#commerce/referral.ts';
import { referralCodeInput } from '#contract/commerce/referrals.ts';
import { brandId } from './arbitrary-orders.ts';

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
