import * as z from 'zod';
import type { Exchange } from '../request/exchange.ts';
import { pathBelowPrefix, publicPath, queryOf } from '../request/public-address.ts';
import type { Reply } from './replies.ts';

/** A list, or a payer's response with a page of its claims. */
const cursorPage = z.union([
  z.object({ pagination: z.object({ next_cursor: z.string() }) }).transform(({ pagination }) => pagination),
  z.object({ data: z.object({ next_cursor: z.string() }) }).transform(({ data }) => data),
]);
const offsetPage = z.object({
  pagination: z.object({ limit: z.number(), offset: z.number(), count: z.number() }),
});

/**
 * `Link` to the next page of a list (RFC 8288), under the address that the client used; absent on the last page. In a list
 * paged by offset, every full page has a next one, which may be empty.
 */
export function pageLinks(exchange: Exchange, { status, body }: Reply): Readonly<Record<string, string>> {
  if (status !== 200 || exchange.endpoint.method !== 'GET') return {};
  const query = queryOf(exchange.event);
  const byCursor = cursorPage.safeParse(body);
  const byOffset = offsetPage.safeParse(body);
  if (byCursor.success) {
    query.set('cursor', byCursor.data.next_cursor);
  } else if (byOffset.success && byOffset.data.pagination.count === byOffset.data.pagination.limit) {
    const { limit, offset } = byOffset.data.pagination;
    query.set('limit', String(limit));
    query.set('offset', String(offset + limit));
  } else {
    return {};
  }
  return { Link: `<${publicPath(exchange, pathBelowPrefix(exchange))}?${query}>; rel="next"` };
}
