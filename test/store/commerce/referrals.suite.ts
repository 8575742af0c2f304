import { expect, test } from '@jest/globals';
import { newReferral, newReferralCode } from '#commerce/referral.ts';
import { referralCodeInput } from '#commerce/referrals/contract.ts';
import { newId } from '#persistence/new-id.ts';
import { insertReferral, insertReferralCode, readReferralCodes } from '#store/commerce/referrals.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { newBrandId } from './samples.ts';

const context = () => ({ id: newId(), now: new Date() });

export function referralsSuite(table: () => Table): void {
  const codeOf = (brand_id: string, code: string) =>
    newReferralCode(referralCodeInput.parse({ brand_id, code }), {
      ...context(),
      random: new Uint8Array(16),
    });
  const redemption = (brand_id: string, referral_code: string, referred_email = 'ana@example.com') =>
    insertReferral(table(), newReferral({ brand_id, referral_code, referred_email }, context()), []);

  test('of ten concurrent redemptions for one address exactly one succeeds', async () => {
    const brand = newBrandId();
    await insertReferralCode(table(), codeOf(brand, 'MEADOW10'), []);
    const emails = Array.from({ length: 10 }, (_, index) =>
      index % 2 ? 'Ana@example.com' : 'ana@EXAMPLE.com',
    );
    const results = await Promise.allSettled(emails.map((email) => redemption(brand, 'meadow10', email)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'already_redeemed' });
    }
    const { data } = await readReferralCodes(table(), brand, { limit: 10 });
    expect(data).toMatchObject([{ code: 'MEADOW10', redemption_count: 1 }]);
  });

  test('other addresses, codes and brands redeem independently', async () => {
    const [brand, other] = [newBrandId(), newBrandId()];
    await insertReferralCode(table(), codeOf(brand, 'MEADOW10'), []);
    await insertReferralCode(table(), codeOf(brand, 'MEADOW20'), []);
    await insertReferralCode(table(), codeOf(other, 'MEADOW10'), []);
    await redemption(brand, 'MEADOW10');
    await redemption(brand, 'MEADOW10', 'ben@example.com');
    await redemption(brand, 'MEADOW20');
    await redemption(other, 'MEADOW10');
    const { data } = await readReferralCodes(table(), brand, { limit: 10 });
    expect(data.map(({ redemption_count }) => redemption_count)).toEqual([2, 1]);
  });

  test.each(['NEVERMADE', 'not a code', '\u0000\u0000\u0000\u0000\u0000\u0000', '#'.repeat(50)])(
    '%j is an unknown code, and nothing is counted',
    async (code) => {
      const brand = newBrandId();
      await expect(redemption(brand, code)).rejects.toMatchObject({
        code: 'unknown_referral_code',
        status: 404,
      });
      expect((await readReferralCodes(table(), brand, { limit: 10 })).data).toEqual([]);
    },
  );

  test('a code is unique in a brand, ignoring letter case', async () => {
    const brand = newBrandId();
    const results = await Promise.allSettled(
      ['MEADOW10', 'meadow10', 'Meadow10'].map((code) =>
        insertReferralCode(table(), codeOf(brand, code), []),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'already_exists' });
    }
    await insertReferralCode(table(), codeOf(newBrandId(), 'MEADOW10'), []);
  });
}
