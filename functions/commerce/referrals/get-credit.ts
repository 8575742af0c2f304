import { getCredit } from '#commerce/referrals/contract.ts';
import { balanceOf } from '#commerce/referrals/credit.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findAccount, latestEntries } from '#store/commerce/referrals/credit.ts';

const shownEntries = 100;

export const handler = commerceEndpoint(getCredit, async ({ query: { brand_id, customer_id } }) => {
  const { brand } = found(await findBrand(commerceTable, brand_id));
  const account = await findAccount(commerceTable, brand_id, customer_id);
  return ok({
    brand_id,
    customer_id,
    currency: brand.currency,
    balance_cents: balanceOf(account),
    lots: account.lots,
    entries: await latestEntries(commerceTable, brand_id, customer_id, shownEntries),
  });
});
