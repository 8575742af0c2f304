import type { Claim } from '#claims/claim/claim.ts';
import { compareTexts, matches, type SearchCriteria, type SearchOrder } from '#claims/search/criteria.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import type { StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findClaims } from '../claims/claims.ts';
import type { FoundClaim } from './found-claim.ts';
import type { ReadSearchKey } from './search-key.ts';
import { findSources, type Sources } from './sources.ts';
import type { Stretch } from './walk.ts';

export interface ClaimSearch {
  readonly criteria: SearchCriteria;
  readonly order: SearchOrder;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Claims that one request reads to check them, which bounds its time when the lane of most does not match. */
const maxChecked = 200;
/** Claims that are read together. */
const checkedAtOnce = 100;
/** Stretches of a walk in one request: some thousand entries. */
const maxStretches = 3;

/**
 * A page of the claims that fulfill the criteria. Collects the claims of a selective term and sorts them; without one it walks
 * along the order. A page may therefore be short and still have a next one. Each claim is read and checked before it
 * is returned. The cursor is the position of a claim, so claims that come and go between two pages neither repeat nor hide
 * others.
 *
 * @throws ApiError invalid_cursor
 */
export async function searchClaims(
  table: Table,
  readKey: ReadSearchKey,
  { criteria, order, limit, cursor }: ClaimSearch,
): Promise<StoredPage<Claim>> {
  const list = ['claims search', JSON.stringify([criteria, order])];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const sources = await findSources(table, readKey, { criteria, order, limit, after });
  const page = new Page(table, sources, criteria, limit);
  let stretches = 0;
  let examined = after;
  for await (const { found, examinedTo } of stretchesOf(sources, order, after)) {
    const position = await page.take(found, examinedTo === undefined);
    if (position !== undefined) return { data: page.claims, nextCursor: encodeCursor(list, position) };
    if (examinedTo === undefined) break;
    examined = examinedTo;
    if (++stretches === maxStretches) return { data: page.claims, nextCursor: encodeCursor(list, examined) };
  }
  return { data: page.claims, nextCursor: null };
}

async function* stretchesOf(
  sources: Sources,
  { descending }: SearchOrder,
  after: string | undefined,
): AsyncGenerator<Stretch> {
  if (sources.kind === 'walk') {
    yield* sources.stretches;
    return;
  }
  const sign = descending ? -1 : 1;
  const unique = new Map(sources.found.map((one) => [one.id, one]));
  const found = [...unique.values()]
    .filter(({ position }) => after === undefined || compareTexts(position, after) * sign > 0)
    .sort((a, b) => compareTexts(a.position, b.position) * sign);
  yield { found, examinedTo: undefined };
}

class Page {
  readonly claims: Claim[] = [];
  readonly #table: Table;
  readonly #submitted: ReadonlySet<string> | undefined;
  readonly #criteria: SearchCriteria;
  readonly #limit: number;
  #checked = 0;

  constructor(table: Table, { submitted }: Sources, criteria: SearchCriteria, limit: number) {
    this.#table = table;
    this.#submitted = submitted;
    this.#criteria = criteria;
    this.#limit = limit;
  }

  /** Adds the claims that match. Returns the position of the last one examined if the page ends there and others follow. */
  async take(found: readonly FoundClaim[], isFinal: boolean): Promise<string | undefined> {
    const wanted = found.filter(({ id }) => this.#submitted?.has(id) ?? true);
    const positionAt = (index: number) =>
      isFinal && index === wanted.length - 1 ? undefined : wanted[index]?.position;
    for (let start = 0; start < wanted.length; ) {
      const count = Math.min(checkedAtOnce, Math.max(this.#limit - this.claims.length, 20));
      const some = wanted.slice(start, start + count);
      const claims = await findClaims(
        this.#table,
        some.map(({ id }) => id),
      );
      const byId = new Map(claims.map((claim) => [claim.id, claim]));
      for (const [n, { id }] of some.entries()) {
        const claim = byId.get(id);
        if (claim !== undefined && matches(claim, this.#criteria, this.#submitted)) this.claims.push(claim);
        if (this.claims.length === this.#limit) return positionAt(start + n);
      }
      start += some.length;
      this.#checked += some.length;
      if (this.#checked >= maxChecked) return positionAt(start - 1);
    }
    return undefined;
  }
}
