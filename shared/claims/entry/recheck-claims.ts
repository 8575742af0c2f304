import { type Change, ChangeConflict, changeOf } from '../change.ts';
import type { Claim } from '../claim/claim.ts';
import type { ChangeFacts } from '../claim/claim-change.ts';
import type { ClaimWrite } from '../claim/claim-write.ts';
import type { Lane } from '../claim/lifecycle.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { SubmittableClaims } from '../submissions/ports.ts';
import { type RecheckedClaim, recheckClaim, recheckedLanes } from './recheck-claim.ts';

export interface RecheckPorts extends Pick<SubmittableClaims, 'find' | 'contents'> {
  readonly configuration: Configuration;
  /** Reads a page of the claims in a lane; eventually consistent. */
  readLane(
    lane: Lane,
    cursor: string | undefined,
  ): Promise<{ readonly data: readonly Claim[]; readonly nextCursor: string | null }>;
  /** @throws ChangeConflict */
  write(change: Change): Promise<void>;
  encodeCursor(list: readonly string[], position: string): string;
  /** @throws ApiError invalid_cursor */
  decodeCursor(list: readonly string[], cursor: string): string;
  isTimeUp(): boolean;
}

const list = ['claims checked again'];

/**
 * Checks the claims that were not sent against the active configuration, lane by lane, until the time is up.
 *
 * @throws ApiError invalid_cursor
 */
export async function recheckClaims(ports: RecheckPorts, facts: ChangeFacts, cursor: string | undefined) {
  const [start, ...rest] = cursor === undefined ? [] : ports.decodeCursor(list, cursor).split(' ');
  const totals = { checked: 0, changed: 0, skipped: 0 };
  const moved: Partial<Record<Lane, number>> = {};
  const names: readonly string[] = recheckedLanes;
  const first = Math.max(0, names.indexOf(start ?? ''));
  for (const [index, lane] of recheckedLanes.slice(first).entries()) {
    let position = index === 0 ? rest.join(' ') || undefined : undefined;
    do {
      if (ports.isTimeUp() && totals.checked > 0) {
        const nextCursor = ports.encodeCursor(list, [lane, position ?? ''].join(' '));
        return { ...totals, moved, nextCursor };
      }
      const page = await ports.readLane(lane, position);
      const outcome = await checkPage(ports, page.data, facts);
      totals.checked += page.data.length;
      totals.skipped += outcome.skipped;
      for (const { change } of outcome.written) {
        totals.changed++;
        const { before, after } = change;
        if (after.lane === before?.lane || after.lane === 'closed' || after.lane === 'dismissed') continue;
        moved[after.lane] = (moved[after.lane] ?? 0) + 1;
      }
      position = page.nextCursor ?? undefined;
    } while (position !== undefined);
  }
  return { ...totals, moved, nextCursor: null };
}

/** Reads the claims again, strongly consistent, because the index lags behind. */
async function checkPage(ports: RecheckPorts, listed: readonly Claim[], facts: ChangeFacts) {
  const claims = await ports.find(listed.map(({ id }) => id));
  const contents = await ports.contents(claims);
  const written: RecheckedClaim[] = [];
  let skipped = 0;
  let group: RecheckedClaim[] = [];
  const flush = async () => {
    const done = await writeTogether(ports, group);
    skipped += group.length - done.length;
    written.push(...done);
    group = [];
  };
  for (const claim of claims) {
    const content = contents.get(claim.id);
    if (content === undefined) continue;
    const checked = await recheckClaim(claim, content, ports.configuration, facts);
    if (checked === undefined) continue;
    if (group.length === maxClaims || weightOf([...group, checked]) > maxCharacters) await flush();
    group.push(checked);
  }
  await flush();
  return { written, skipped };
}

/** Claims in one transaction, each with an entry, its content, figures and a condition, in addition to the lanes. */
const maxClaims = 16;
/** Characters of packed content in one transaction, which DynamoDB limits to 4 MB. */
const maxCharacters = 2_000_000;

const weightOf = (group: readonly RecheckedClaim[]): number =>
  group.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);

/** Writes in one transaction or, after a conflict, one by one. Returns the claims that were written. */
async function writeTogether(
  ports: RecheckPorts,
  group: readonly RecheckedClaim[],
): Promise<readonly RecheckedClaim[]> {
  if (group.length === 0) return [];
  const changes = group.map(({ change }) => change);
  try {
    await ports.write(changeOf(changes, ...group.flatMap(writesOf)));
    return group;
  } catch (error) {
    if (!(error instanceof ChangeConflict)) throw error;
    if (group.length === 1) return [];
    const written: RecheckedClaim[] = [];
    for (const one of group) written.push(...(await writeTogether(ports, [one])));
    return written;
  }
}

function writesOf({ change: { before, after }, content }: RecheckedClaim): ClaimWrite[] {
  return [
    ...(content === undefined ? [] : [{ kind: 'claim-content', claim: after, content } as const]),
    // A submission that has reserved the claim is sending it.
    ...(before?.lane === 'ready' ? [{ kind: 'not-being-sent', claim: after } as const] : []),
  ];
}
