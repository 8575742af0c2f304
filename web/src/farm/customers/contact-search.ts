import type { Contact } from '#contract/commerce/contacts.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { searchMember } from './customer-list.ts';

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
