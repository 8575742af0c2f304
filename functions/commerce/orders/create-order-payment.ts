import { orderChangedEvent, orderPaidEvents } from '#commerce/event-facts.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { createOrderPayment } from '#commerce/orders/contract.ts';
import { recordPayment } from '#commerce/orders/payment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { orderChangeAction } from '#store/commerce/orders/order-changes.ts';
import { orderPaymentAction } from '#store/commerce/orders/order-payments.ts';
import { orderAttempts } from '#store/commerce/orders/prepare-order.ts';
import { changeOrder, findOrder } from '#store/commerce/orders.ts';

export const handler = commerceEndpoint(
  createOrderPayment,
  ({ parameters, body, heldBrands, authorize, allowsChange, principal, now, newId, ...record }) =>
    retryOnConflict(async () => {
      const before = found(await findOrder(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const by = principal.subject;
      const { order, payment } = recordPayment(before, body, { id: newId(), now, by });
      const reply = created({ payment, order }, undefined, { version: order.version });
      const events = [orderChangedEvent(order), ...orderPaidEvents(before, order)];
      await changeOrder(commerceTable, before, order, [
        orderPaymentAction(payment),
        orderChangeAction(before, order, { by, kind: 'paid' }),
        ...record.recordEvents(order.brand_id, events),
        ...record.recordReply(reply),
      ]);
      return reply;
    }, orderAttempts),
);
