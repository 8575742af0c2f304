import { location, navigate } from '#web/app/router.ts';
import { noFilters, type OrderFilters } from './order-filters.ts';

/** The filters in the address, and a function that changes some of them in one step. */
export function useFilters(): readonly [OrderFilters, (part: Partial<OrderFilters>) => void] {
  const { query } = location.value;
  const value = (name: keyof OrderFilters) => query.get(name) ?? '';
  const filters: OrderFilters = {
    status: value('status'),
    payment: value('payment'),
    stop: value('stop'),
    fulfillment: value('fulfillment'),
    product: value('product'),
    from: value('from'),
    to: value('to'),
    customer: value('customer'),
    text: value('text'),
    sort: value('sort'),
  };
  return [filters, changeAddress];
}

/** The query of an address with these filters, without a question mark. */
export function filterQuery(filters: Partial<OrderFilters>): string {
  const given = Object.entries({ ...noFilters, ...filters }).filter(([, text]) => text !== '');
  return new URLSearchParams(given).toString();
}

function changeAddress(part: Partial<OrderFilters>): void {
  const { path, query } = location.peek();
  const changed = new URLSearchParams(query);
  for (const [name, text] of Object.entries(part)) {
    if (text === '') changed.delete(name);
    else changed.set(name, text);
  }
  navigate(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
}
