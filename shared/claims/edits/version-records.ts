import { unpackContent } from '#claims/claims/claim-content.ts';
import { encodeCursor } from '#store/dynamodb/cursor.ts';
import { getItem, inRange, queryOnce, recordOf } from '#store/dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { claimVersionContentKey, claimVersionKey, claimVersionsOf } from '../claims/claim-keys.ts';
import { findWholeClaim } from '../claims/records.ts';
import { contentOf } from '../claims/stored-claim-records.ts';
import type { ClaimVersion } from './claim-version.ts';

/** Lists the edits of a claim, newest first. The last page always has room for one more version. */
export async function readClaimVersions(
  table: Table,
  claimId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<ClaimVersion>> {
  const list = ['claim versions', claimId];
  const range = { ...claimVersionsOf(claimId), newestFirst: true };
  const page = await queryPage(table, { list, limit, cursor, range }, (item) => recordOf<ClaimVersion>(item));
  if (page.nextCursor !== null || page.data.length < limit) return page;
  return { ...page, nextCursor: encodeCursor(list, claimVersionKey(claimId, 0).sk) };
}

/** Returns the newest edit of a claim; undefined if its content never changed. Strongly consistent. */
export async function findNewestEdit(table: Table, claimId: string): Promise<ClaimVersion | undefined> {
  const range = inRange(claimVersionsOf(claimId));
  const { Items = [] } = await queryOnce(table, { ...range, ScanIndexForward: false, Limit: 1 });
  return Items[0] && recordOf<ClaimVersion>(Items[0]);
}

/** Returns the content that a claim had in a version; undefined for a version that does not exist yet, or no claim. */
export async function findVersionContent(table: Table, claimId: string, version: number): Promise<unknown> {
  const whole = await findWholeClaim(table, claimId);
  if (whole === undefined || version > whole.claim.version) return undefined;
  const { pk, prefix } = claimVersionsOf(claimId);
  const from = claimVersionKey(claimId, version + 1).sk.slice(prefix.length);
  // Each edit holds the content before it, so the first later edit has the content of this version.
  const { Items = [] } = await queryOnce(table, { ...inRange({ pk, prefix }, { from }), Limit: 1 });
  const next = Items[0] && recordOf<ClaimVersion>(Items[0]);
  if (next === undefined) return whole.content.claim;
  const item = await getItem(table, claimVersionContentKey(claimId, next.version));
  return item && unpackContent(contentOf(item)).claim;
}
