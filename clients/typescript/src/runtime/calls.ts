import type { Input } from './operation.ts';
import type { Reply } from './reply.ts';

/** A request that was sent. Await it for the data, or `withReply()` for status, headers and ETag too. */
export interface ApiCall<T> extends Promise<T> {
  withReply(): Promise<Reply<T>>;
}

/**
 * A list that was requested. Await it for the first page, or iterate over the records of all pages. A page is requested when
 * the one before is used up.
 */
export interface PagedCall<Item, Page> extends ApiCall<Page>, AsyncIterable<Item> {
  pages(): AsyncIterableIterator<Page>;
}

export function apiCall<T>(reply: Promise<Reply<T>>): ApiCall<T> {
  const data = reply.then((received) => received.data);
  return Object.assign(data, { withReply: () => instead(data, reply) });
}

/** The caller handles errors of `used`, so the unused promise must not report them as unhandled. */
function instead<T>(unused: Promise<unknown>, used: T): T {
  unused.catch(() => {});
  return used;
}

export function pagedCall<Item, Page>(
  first: Promise<Reply<Page>>,
  further: (position: Input) => Promise<Reply<Page>>,
): PagedCall<Item, Page> {
  const call = apiCall(first);
  async function* pages(): AsyncGenerator<Page> {
    for (let reply = first; ; ) {
      const { data } = await reply;
      yield data;
      const next = nextPosition(data);
      if (next === undefined) return;
      reply = further(next);
    }
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* recordsOf<Item>(page);
  }
  return Object.assign(call, {
    pages: () => instead(call, pages()),
    [Symbol.asyncIterator]: () => instead(call, items()),
  });
}

const recordsOf = <Item>(page: unknown): readonly Item[] => Object(page).data;

/** The input of the next page; undefined on the last one. */
function nextPosition(page: unknown): Input | undefined {
  const { next_cursor, limit, offset, count } = Object(Object(page).pagination);
  if (typeof next_cursor === 'string') return { cursor: next_cursor };
  if (next_cursor === null || !(count > 0) || count < limit) return undefined;
  return { offset: offset + count };
}
