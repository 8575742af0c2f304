import { changeOf } from '#claims/change.ts';
import type { Claim } from '#claims/claim/claim.ts';
import type { ChangeFacts } from '#claims/claim/claim-change.ts';
import type { ClaimWrite } from '#claims/claim/claim-write.ts';
import type { Lane } from '#claims/claim/lifecycle.ts';
import type { Configuration } from '#claims/configuration/configuration.ts';
import { type RecheckedClaim, recheckClaim, recheckedLanes } from '#claims/entry/recheck-claim.ts';
import { Conflict } from '#persistence/conflict.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { submittableClaims } from '../submissions/submittable-claims.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import { queryClaims } from './claim-list.ts';
import { findClaims } from './claims.ts';

/** What a call has checked. */
export interface RecheckTotals {
  readonly checked: number;
  /** Claims with other findings, or in another lane, than before. */
  readonly changed: number;
  /** Claims that something else changed at the same time; the next call checks them. */
  readonly skipped: number;
  /** How many claims came into each lane. */
  readonly moved: Readonly<Partial<Record<Lane, number>>>;
  /** Where the next call continues; null when all claims were checked. */
  readonly nextCursor: string | null;
}

export interface RecheckSettings {
  readonly configuration: Configuration;
  readonly facts: ChangeFacts;
  readonly cursor: string | undefined;
  /** Claims read at a time. */
  readonly pageSize?: number;
  isTimeUp(): boolean;
}

const list = ['claims checked again'];

/**
 * Checks the claims that have not been sent against the configuration that holds, lane by lane, as long as the time
 * suffices.
 *
 * @throws ApiError invalid_cursor
 */
export async function recheckClaims(
  stores: ClaimsTables,
  { configuration, facts, cursor, pageSize = 100, isTimeUp }: RecheckSettings,
): Promise<RecheckTotals> {
  const [start, ...rest] = cursor === undefined ? [] : decodeCursor(list, cursor).split(' ');
  const totals = { checked: 0, changed: 0, skipped: 0 };
  const moved: Partial<Record<Lane, number>> = {};
  const names: readonly string[] = recheckedLanes;
  const first = Math.max(0, names.indexOf(start ?? ''));
  for (const [index, lane] of recheckedLanes.slice(first).entries()) {
    let position = index === 0 ? rest.join(' ') || undefined : undefined;
    do {
      if (isTimeUp() && totals.checked > 0) {
        const nextCursor = encodeCursor(list, [lane, position ?? ''].join(' '));
        return { ...totals, moved, nextCursor };
      }
      const page = await queryClaims(stores.claims, { lane, limit: pageSize, cursor: position });
      const outcome = await checkPage(stores, page.data, configuration, facts);
      totals.checked += page.data.length;
      totals.skipped += outcome.skipped;
      for (const { change } of outcome.written) {
        totals.changed++;
        const { before, after } = change;
        if (after.lane === before?.lane || after.lane === 'closed') continue;
        moved[after.lane] = (moved[after.lane] ?? 0) + 1;
      }
      position = page.nextCursor ?? undefined;
    } while (position !== undefined);
  }
  return { ...totals, moved, nextCursor: null };
}

/** The index lags behind the claims, so they are read again, consistently. */
async function checkPage(
  stores: ClaimsTables,
  listed: readonly Claim[],
  configuration: Configuration,
  facts: ChangeFacts,
) {
  const ids = listed.map(({ id }) => id);
  const claims = await findClaims(stores.claims, ids);
  const contents = await submittableClaims(stores.claims).contents(ids);
  const written: RecheckedClaim[] = [];
  let skipped = 0;
  let group: RecheckedClaim[] = [];
  const flush = async () => {
    const done = await writeTogether(stores, group);
    skipped += group.length - done.length;
    written.push(...done);
    group = [];
  };
  for (const claim of claims) {
    const content = contents.get(claim.id);
    if (content === undefined) continue;
    const checked = await recheckClaim(claim, content, configuration, facts);
    if (checked === undefined) continue;
    if (group.length === claimsAtOnce || weightOf([...group, checked]) > mostCharacters) await flush();
    group.push(checked);
  }
  await flush();
  return { written, skipped };
}

/** Claims in one transaction: an entry, the claim, its content and a condition for each; beside them the lanes. */
const claimsAtOnce = 20;
/** Of packed contents in one transaction, which DynamoDB limits to 4 MB. */
const mostCharacters = 2_000_000;

const weightOf = (group: readonly RecheckedClaim[]): number =>
  group.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);

/** In one transaction or, where a claim of the group has changed, each by itself; returns those that were written. */
async function writeTogether(
  stores: ClaimsTables,
  group: readonly RecheckedClaim[],
): Promise<readonly RecheckedClaim[]> {
  if (group.length === 0) return [];
  const changes = group.map(({ change }) => change);
  try {
    await writeChange(stores, changeOf(changes, ...group.flatMap(writesOf)));
    return group;
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    if (group.length === 1) return [];
    const written: RecheckedClaim[] = [];
    for (const one of group) written.push(...(await writeTogether(stores, [one])));
    return written;
  }
}

function writesOf({ change: { before, after }, content }: RecheckedClaim): ClaimWrite[] {
  return [
    ...(content === undefined ? [] : [{ kind: 'claim-content', claimId: after.id, content } as const]),
    // The bytes of a claim that a submission has are on their way.
    ...(before?.lane === 'ready' ? [{ kind: 'not-being-sent', claimId: after.id } as const] : []),
  ];
}
