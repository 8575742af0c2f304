import { readUnsubscribeToken } from '#commerce/campaigns/unsubscribe-token.ts';
import { unsubscribe } from '#commerce/messages/contract.ts';
import { unsubscribeEnvironment } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okHtml } from '#http/endpoint/commerce-endpoint.ts';
import { recordUnsubscription } from '#store/commerce/campaigns/unsubscribe.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { unsubscribeKey } from '#store/commerce/messages/unsubscribe-key.ts';

const { UNSUBSCRIBE_SECRET } = unsubscribeEnvironment.parse(process.env);

export const handler = commerceEndpoint(unsubscribe, async ({ parameters, now, newId }) => {
  const key = found(await unsubscribeKey(UNSUBSCRIBE_SECRET));
  const unsubscription = found(readUnsubscribeToken(parameters.token, key));
  await recordUnsubscription(commerceTable, unsubscription, { now, newId }, []);
  return okHtml({ title: 'You are unsubscribed', lines: ['You will get no more of these messages.'] });
});
