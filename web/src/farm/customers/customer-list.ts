import type { Contact } from '#commerce/contacts/contact-fields.ts';
import { api } from '#web/api/api.ts';
import { type Pages, type Query, usePages, useQuery } from '#web/data/query.ts';
import { countPeople } from '#web/farm/segments/count-people.ts';
import { useBrand } from '#web/session/session.ts';

/** Filters of the list of customers. */
export const customerFilters = ['all', 'customers', 'contacts'] as const;
export type CustomerFilter = (typeof customerFilters)[number];

/** What the list shows. */
export interface CustomerView {
  readonly filter: CustomerFilter;
  readonly search: string;
  readonly tag: string;
  /** '' for no segment. A segment has no further filters. */
  readonly segmentId: string;
}

/** The contacts that match, newest first. */
export function useCustomerList(
  brandId: string,
  { filter, search, tag, segmentId }: CustomerView,
): Pages<Contact> {
  const key =
    segmentId === ''
      ? `customers?filter=${filter}&search=${search}&tag=${tag}`
      : `customers?segment=${segmentId}`;
  return usePages(key, (cursor) =>
    segmentId === ''
      ? api('GET /api/v1/contacts', {
          brand_id: brandId,
          limit: 100,
          cursor,
          ...searchMember(search),
          tag: tag || undefined,
          customers: filter === 'all' ? undefined : filter === 'customers' ? 'true' : 'false',
        })
      : api('GET /api/v1/segments/{id}/contacts', { id: segmentId, limit: 100, cursor }),
  );
}

/** The member of a request that a search means: the beginning of an address or of a phone number, or a part of a name. */
function searchMember(search: string): { email?: string; phone?: string; name?: string } {
  const text = search.trim();
  if (text === '') return {};
  if (text.includes('@')) return { email: text };
  return /^\+?[\d\s\-().]+$/.test(text) ? { phone: text } : { name: text };
}

/** Days without an order after which a customer counts as away. */
export const awayDays = 60;

/** The filter of customers without an order for some time. */
export const awayFilter = {
  match: 'all',
  filters: [
    { match: 'order_count', at_least: 1 },
    { match: 'last_order', before_days: awayDays },
  ],
} as const;

/** How many customers there are, and how many have not come back. */
export function useCustomerFigures(brandId: string): Query<{ readonly all: number; readonly away: number }> {
  return useQuery('customers/figures', async () => {
    const [all, away] = await Promise.all([
      countPeople(brandId, { match: 'order_count', at_least: 1 }),
      countPeople(brandId, awayFilter),
    ]);
    return { all: all.matched, away: away.matched };
  });
}

/** The name of a contact, else its address. */
export function contactName({
  name,
  first_name,
  last_name,
  email,
  phone,
}: Partial<Contact>): string | undefined {
  const full = [first_name, last_name].filter(Boolean).join(' ');
  return name ?? (full || (email ?? phone));
}

/** Contacts that match a search text; reads nothing for an empty text. */
export function useContactSearch(search: string, limit: number): Query<readonly Contact[]> {
  const brand = useBrand();
  const text = search.trim();
  return useQuery(
    text === '' ? undefined : `customers/search?text=${text}&limit=${limit}`,
    async () =>
      (await api('GET /api/v1/contacts', { brand_id: brand.id, limit, ...searchMember(text) })).data,
    { keep: false },
  );
}
