import { readUnsubscribeToken } from '#commerce/campaigns/unsubscribe-token.ts';
import { showUnsubscribe } from '#commerce/messages/contract.ts';
import { unsubscribeEnvironment } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okHtml } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { unsubscribeKey } from '#store/commerce/messages/unsubscribe-key.ts';

const { UNSUBSCRIBE_SECRET } = unsubscribeEnvironment.parse(process.env);

export const handler = commerceEndpoint(showUnsubscribe, async ({ parameters }) => {
  const key = found(await unsubscribeKey(UNSUBSCRIBE_SECRET));
  const { brand_id, channel } = found(readUnsubscribeToken(parameters.token, key));
  const { brand } = found(await findBrand(commerceTable, brand_id));
  const what = channel === 'email' ? 'e-mail' : 'text messages';
  return okHtml({
    title: `Unsubscribe from ${brand.name}`,
    lines: [`You will get no more news from ${brand.name} by ${what}.`],
    button: 'Unsubscribe',
  });
});
