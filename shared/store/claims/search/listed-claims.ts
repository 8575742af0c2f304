import type { Claim } from '#claims/claim/claim.ts';
import type { StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { type ClaimListQuery, queryClaims } from '../claims/claim-list.ts';
import { searchClaims } from './search-claims.ts';

/**
 * A page of the list of claims, newest first. The search index answers filters by service and provider, which no other index has.
 *
 * @param providers limits the list to these billing providers
 * @throws ApiError invalid_cursor
 */
export async function readListedClaims(
  table: Table,
  query: ClaimListQuery,
  providers: readonly string[] | undefined,
): Promise<StoredPage<Claim>> {
  const { lane, patient_control_number, billing_npi, limit, cursor, ...criteria } = query;
  const hasFilter = [providers, query.service_from, query.service_to].some((value) => value !== undefined);
  const isIndexed = lane === undefined && patient_control_number === undefined && hasFilter;
  if (!isIndexed) return queryClaims(table, query, providers);
  return searchClaims(table, withoutNames, {
    criteria: { ...criteria, billing_npis: providers },
    order: { by: 'received_at', descending: true },
    limit,
    cursor,
  });
}

/** The list has no filters by name or member id. */
const withoutNames = () => Promise.reject(new Error('A list of claims has no criteria that need the key'));
