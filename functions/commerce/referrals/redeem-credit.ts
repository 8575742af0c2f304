import { orderChangedEvent, orderPaidEvents } from '#commerce/event-facts.ts';
import { type CreditEntry, redeemCredit } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { redeemForOrder } from '#store/commerce/referrals/credit-uses.ts';

export const handler = commerceEndpoint(redeemCredit, async ({ body, principal, now, newId, ...record }) => {
  const { brand_id: brandId, order_id: orderId, cents } = body;
  const replyOf = (entry: CreditEntry) => created(entry, undefined);
  const use = { brandId, orderId, cents, by: principal.subject, now, newId };
  const entry = await retryOnConflict(() =>
    redeemForOrder(commerceTable, use, ({ entry: made, before, order }) => [
      ...record.recordEvents(brandId, [orderChangedEvent(order), ...orderPaidEvents(before, order)]),
      ...record.recordReply(replyOf(made)),
    ]),
  );
  return replyOf(entry);
});
