import { followReferralLink } from '#commerce/referrals/contract.ts';
import { linkIdIn, shopAddress, visitorHash } from '#commerce/referrals/short-link.ts';
import { isCrawler } from '#commerce/reports/funnel.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, redirect } from '#http/endpoint/commerce-endpoint.ts';
import { logger } from '#observability/logger.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { countVisitor, findLink } from '#store/commerce/referrals/links.ts';
import { linkSigningSecret, visitorSalt } from '#store/commerce/referrals/program-keys.ts';
import { findReferralSettings } from '#store/commerce/referrals/settings.ts';

export const handler = commerceEndpoint(
  followReferralLink,
  async ({ parameters, method, now, sourceIp, userAgent }) => {
    const id = found(linkIdIn(await linkSigningSecret(commerceTable), parameters.code));
    const link = found(await findLink(commerceTable, id));
    const { shop_url } = await findReferralSettings(commerceTable, link.brand_id);
    const address = shopAddress(found(shop_url), link.referral_code);
    if (method === 'GET' && sourceIp !== undefined && !isCrawler(userAgent)) {
      const visitor = { sourceIp, userAgent: userAgent ?? '' };
      await countOnce(id, visitor, now).catch(() => logger.warn('A visitor of a link was not counted'));
    }
    return redirect(address);
  },
);

async function countOnce(id: string, visitor: Parameters<typeof visitorHash>[1], now: Date): Promise<void> {
  const salt = await visitorSalt(commerceTable, now);
  await countVisitor(commerceTable, id, visitorHash(salt, visitor), now);
}
