import { orderRefundedEvent } from '#commerce/event-facts.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { createOrderRefund } from '#commerce/orders/contract.ts';
import { recordRefund } from '#commerce/orders/payment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { orderChangeAction } from '#store/commerce/orders/order-changes.ts';
import { orderPaymentAction } from '#store/commerce/orders/order-payments.ts';
import { orderAttempts, returnedCredit } from '#store/commerce/orders/prepare-order.ts';
import { changeOrder, findOrder } from '#store/commerce/orders.ts';
import { restockActions } from '#store/commerce/stock/stock-levels.ts';

export const handler = commerceEndpoint(
  createOrderRefund,
  ({ parameters, body, heldBrands, authorize, allowsChange, principal, now, newId, ...record }) =>
    retryOnConflict(async () => {
      const before = found(await findOrder(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const by = principal.subject;
      const { order, payment } = recordRefund(before, body, { id: newId(), now, by });
      const reply = created({ payment, order }, undefined, { version: order.version });
      await changeOrder(commerceTable, before, order, [
        orderPaymentAction(payment),
        orderChangeAction(before, order, { by, kind: 'refunded', reason: body.reason }),
        ...(body.restock ? restockActions(order) : []),
        ...(await returnedCredit(before, order, { now, newId })),
        ...record.recordEvents(order.brand_id, [orderRefundedEvent(order, payment)]),
        ...record.recordReply(reply),
      ]);
      return reply;
    }, orderAttempts),
);
