import { shareReferral } from '#commerce/referrals/contract.ts';
import { ApiError } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { countShare, linkOf, type StoredLink } from '#store/commerce/referrals/links.ts';
import { linkSigningSecret } from '#store/commerce/referrals/program-keys.ts';
import { findReferralSettings } from '#store/commerce/referrals/settings.ts';

export const handler = commerceEndpoint(shareReferral, async ({ body, now, addressOf, recordReply }) => {
  const { shop_url } = await findReferralSettings(commerceTable, body.brand_id);
  if (shop_url === undefined) throw new ApiError('no_shop_url');
  const key = await linkSigningSecret(commerceTable);
  const replyOf = (link: StoredLink) => created(linkOf(link, addressOf), undefined);
  const link = await retryOnConflict(() =>
    countShare(commerceTable, { input: body, key, now }, (counted) => recordReply(replyOf(counted))),
  );
  return replyOf(link);
});
