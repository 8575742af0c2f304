import { createSuppression } from '#commerce/contacts/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { suppressionAction, suppressionOf } from '#store/commerce/contacts/suppressions.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(createSuppression, async ({ body, now, recordReply }) => {
  const { brand_id, email, phone = '' } = body;
  const channel = email === undefined ? 'sms' : 'email';
  const address = { brandId: brand_id, channel, address: email ?? phone, reason: 'manual', now } as const;
  const reply = created(suppressionOf(address), undefined);
  await transact(commerceTable, [suppressionAction(address), ...recordReply(reply)]);
  return reply;
});
