import type { PickedOrder } from '#contract/commerce/pick-lists.ts';
import { changeStatus, refreshOrders } from '../orders/change-status.ts';

/**
 * Marks an order as ready. A pending order is confirmed first. Without signal, both changes wait in the outbox.
 *
 * @throws ApiError if the service refuses the change
 */
export async function packOrder(order: PickedOrder, brandId: string): Promise<'sent' | 'waiting'> {
  const { id, version, status } = order;
  const changeable = { id, brand_id: brandId, version, status };
  if (status !== 'pending') {
    const outcome = await changeStatus(changeable, 'ready');
    if (outcome === 'sent') refreshOrders();
    return outcome;
  }
  const confirmed = await changeStatus(changeable, 'confirmed');
  const outcome = await changeStatus({ ...changeable, status: 'confirmed', version: version + 1 }, 'ready');
  if (confirmed === 'sent' && outcome === 'sent') refreshOrders();
  return outcome;
}
