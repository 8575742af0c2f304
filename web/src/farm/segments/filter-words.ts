import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import type { SegmentCondition, SegmentFilter } from '#commerce/segments/contract.ts';
import type { Stop } from '#commerce/stops/contract.ts';
import { byId, useCatalog } from '#web/farm/selling/catalog.ts';
import { stopName, useStops } from '#web/farm/stops/stop-list.ts';
import { useBrand } from '#web/session/session.ts';
import { formatAmount, formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Describes a filter in words, such as: last order in the last 60 days and not (tag "wholesale"). */
export function filterWords(filter: SegmentFilter, names: FilterNames): string {
  const { words } = texts.customers.segment;
  switch (filter.match) {
    case 'all':
    case 'any': {
      const parts = filter.filters.map((part) => {
        const text = filterWords(part, names);
        return part.match === 'all' || part.match === 'any' ? `(${text})` : text;
      });
      return parts.join(filter.match === 'all' ? words.and : words.or);
    }
    case 'not':
      return words.not(filterWords(filter.filter, names));
    default:
      return conditionWords(filter, names);
  }
}

function conditionWords(condition: SegmentCondition, names: FilterNames): string {
  const { customers } = texts;
  const { words, kinds } = customers.segment;
  const kind = kinds[condition.match];
  switch (condition.match) {
    case 'tag':
      return words.tag(condition.equals);
    case 'consent':
      return words.consent(customers.channels[condition.channel], customers.consentStatus[condition.status]);
    case 'address':
      return words.address(customers.channels[condition.channel]);
    case 'total_spent':
      return rangeWords(kind, condition, (value) => formatAmount(value, names.currency));
    case 'order_count':
      return rangeWords(kind, condition, (value) => formatNumber(value));
    case 'first_order':
    case 'last_order':
    case 'created':
      return timeWords(kind, condition);
    case 'product':
      return words.product(names.productName(condition.product_id) ?? condition.product_id);
    case 'stop':
      return words.stop(names.stopName(condition.stop_id) ?? condition.stop_id);
    default:
      return words.equals(kind, condition.equals);
  }
}

function rangeWords(
  kind: string,
  { at_least, at_most }: { readonly at_least?: number | undefined; readonly at_most?: number | undefined },
  format: (value: number) => string,
): string {
  const { words } = texts.customers.segment;
  if (at_least !== undefined && at_most !== undefined)
    return words.between(kind, format(at_least), format(at_most));
  if (at_least !== undefined) return words.atLeast(kind, format(at_least));
  return words.atMost(kind, format(at_most ?? 0));
}

function timeWords(
  kind: string,
  condition: Extract<SegmentCondition, { match: 'first_order' | 'last_order' | 'created' }>,
): string {
  const { words } = texts.customers.segment;
  const { within_days, before_days, from, before } = condition;
  return [
    within_days === undefined ? [] : words.within_days(kind, formatNumber(within_days)),
    before_days === undefined ? [] : words.before_days(kind, formatNumber(before_days)),
    from === undefined ? [] : words.from(kind, formatDateOf(from)),
    before === undefined ? [] : words.before(kind, formatDateOf(before)),
  ]
    .flat()
    .join(words.and);
}

/** What filters need to know of the brand, for their words and for the builder. */
export interface FilterNames {
  readonly currency: string;
  readonly products: readonly Product[];
  readonly stops: readonly Stop[];
  readonly productName: (id: string) => string | undefined;
  readonly stopName: (id: string) => string | undefined;
}

/** Reads the products and stops that filters name. */
export function useFilterNames(): FilterNames {
  const { id, currency } = useBrand();
  const { data: products = [] } = useCatalog(id);
  const { data: stops = [] } = useStops(id);
  const productsById = byId(products);
  return {
    currency,
    products,
    stops,
    productName: (productId) => productsById.get(productId)?.name,
    stopName: (stopId) => stopName(stops, stopId),
  };
}
