import { isCrawler } from '#commerce/analytics/funnel-figures.ts';
import { recordVisits } from '#commerce/reports/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okAccepted } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { insertVisits } from '#store/commerce/analytics/visits.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(recordVisits, async ({ body, now, userAgent, recordReply }) => {
  found(await findBrand(commerceTable, body.brand_id));
  const replyOf = (counted: number) => okAccepted({ counted });
  if (isCrawler(userAgent)) return replyOf(0);
  const counted = await retryOnConflict(() =>
    insertVisits(commerceTable, body, now, (added) => recordReply(replyOf(added))),
  );
  return replyOf(counted);
});
