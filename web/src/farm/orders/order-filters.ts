import { addDays, isDay } from '#calendar/days.ts';
import { startOfDay } from '#calendar/time-zone.ts';
import { orderSorts } from '#commerce/orders/contract.ts';
import { orderStatuses, paymentStates } from '#commerce/orders/order.ts';
import type { ApiInput } from '#web/api/api.ts';

/** The filters of the list of orders as they are in the address. An empty text is no filter. */
export interface OrderFilters {
  readonly status: string;
  readonly payment: string;
  /** `collect` or `return`: orders with an amount to collect, or to return. */
  readonly balance: string;
  readonly stop: string;
  /** `yes`: orders with something to ship; `no`: orders that are wholly picked up. */
  readonly ships: string;
  readonly product: string;
  /** First and last day of creation in the brand's time zone. */
  readonly from: string;
  readonly to: string;
  readonly customer: string;
  readonly text: string;
  readonly sort: string;
}

/** No filter, newest first. */
export const noFilters: OrderFilters = {
  status: '',
  payment: '',
  balance: '',
  stop: '',
  ships: '',
  product: '',
  from: '',
  to: '',
  customer: '',
  text: '',
  sort: '',
};

/** Whether anything but the sort order limits the list. */
export const isFiltered = ({ sort: _, ...filters }: OrderFilters): boolean =>
  Object.values(filters).some((value) => value.trim() !== '');

/** The request of a list. Values of the address that the service does not know are left out. */
export function listInput(
  { id, timeZone }: { readonly id: string; readonly timeZone: string },
  filters: OrderFilters,
): ApiInput<'GET /api/v1/orders'> {
  const { balance, ships, stop, product, from, to } = filters;
  const [customer, text] = [filters.customer.trim(), filters.text.trim()];
  const status = orderStatuses.find((one) => one === filters.status);
  const payment_state = paymentStates.find((one) => one === filters.payment);
  const sort = orderSorts.find((one) => one === filters.sort);
  return {
    brand_id: id,
    ...(status && { status }),
    ...(payment_state && { payment_state }),
    ...(balance === 'collect' && { collects: true }),
    ...(balance === 'return' && { returns: true }),
    ...((ships === 'yes' || ships === 'no') && { ships: ships === 'yes' }),
    ...(stop && { stop_id: stop }),
    ...(product && { product_id: product }),
    ...(customer && { customer }),
    ...(text && { text }),
    ...(isDay(from) && { created_from: startOfDay(from, timeZone).toISOString() }),
    ...(isDay(to) && { created_to: endOfDay(to, timeZone) }),
    ...(sort && { sort }),
  };
}

export const endOfDay = (day: string, timeZone: string): string =>
  new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1).toISOString();
