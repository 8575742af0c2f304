import { type Change, ChangeConflict, changeOf } from '#claims/change.ts';
import { type Claim, hasOpenConflict, payerMayHave } from '#claims/claims/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  type ClaimWrite,
  moveClaim,
} from '#claims/claims/claim-change.ts';
import { type ClaimContent, packContent, typedClaim } from '#claims/claims/claim-content.ts';
import { countFindings, type FindingRecord, isEnvelopeRule } from '#claims/claims/finding.ts';
import type { Lane, Trigger } from '#claims/claims/lifecycle.ts';
import type { SubmittableClaims } from '#claims/clearhouse/submission-ports.ts';
import type { Configuration } from '#claims/configuration/configuration.ts';
import { holdingLane, knownPayers, unknownPayerFindingId } from '#claims/configuration/known-payers.ts';
import type { PackedContent } from '#claims/packed-json.ts';
import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { checkClaimAsFile } from './check-claim.ts';

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

interface RecheckedClaim {
  readonly change: ClaimChange;
  /** The content with the new findings; absent if they are the same. */
  readonly content?: PackedContent;
}

/** Lanes of claims that were not sent, in the order of rechecking. */
const recheckedLanes = ['ready', 'review', 'draft'] as const satisfies readonly Lane[];

/**
 * Checks a claim that was not sent against the active configuration. A claim of a file keeps the findings of its file,
 * except those that depend on the configuration.
 *
 * @returns undefined if nothing changes, or the claim was sent
 */
async function recheckClaim(
  claim: Claim,
  content: ClaimContent,
  configuration: Configuration,
  facts: ChangeFacts,
): Promise<RecheckedClaim | undefined> {
  if (!recheckedLanes.some((lane) => lane === claim.lane) || payerMayHave(claim)) return undefined;
  const { claim: read, findings: found } = await checkClaimAsFile(
    typedClaim(content),
    configuration,
    facts.now,
  );
  const fresh = claim.source.kind === 'file' ? mergedFindings(claim, content.findings, found) : found;
  const isSame = namesOf(fresh) === namesOf(content.findings);
  const findings = isSame ? content.findings : fresh;
  const trigger = triggerOf(claim, findings, configuration);
  if (isSame && trigger === undefined) return undefined;
  const patch = { finding_counts: countFindings(findings) };
  const noted = { ...facts, payload: { ...facts.payload, errors: patch.finding_counts.error } };
  const moved = trigger && moveClaim(claim, trigger, noted, patch);
  const typed = claim.source.kind === 'file' ? typedClaim(content) : read;
  return {
    change: moved ?? amendClaim(claim, 'claim.checked', noted, patch),
    ...(!isSame && { content: packContent(typed, findings) }),
  };
}

/** Earlier findings that do not depend on the configuration, and new ones that do. */
function mergedFindings(
  { source }: Claim,
  before: readonly FindingRecord[],
  found: readonly FindingRecord[],
): readonly FindingRecord[] {
  const offset = source.kind === 'file' ? source.offset : 0;
  // Segment numbers of the file that the check wrote mean nothing in the claim's own file.
  const placed = found.filter(dependsOnConfiguration).map((finding): FindingRecord => {
    const { interchange, group, transaction, segment_index, ...rest } = finding;
    return { ...rest, byte_offset: offset };
  });
  return [...before.filter((finding) => !dependsOnConfiguration(finding)), ...placed];
}

/** Edits that a state rule replaces, and edits that a profile switches. */
const profileEdits = new Set([
  ...stateRules.flatMap(({ replaces }) => replaces),
  ...['V026', 'V040', 'V071', 'V097', 'V098'],
]);

const dependsOnConfiguration = ({ id }: Pick<FindingRecord, 'id'>): boolean =>
  id === unknownPayerFindingId || profileEdits.has(id) || (id.startsWith('R') && !isEnvelopeRule(id));

/** Findings by rule and place, independent of the file. */
const namesOf = (findings: readonly FindingRecord[]): string =>
  findings
    .map(({ id, severity, loop, segment, element, component }) =>
      [id, severity, loop, segment, element, component].join('|'),
    )
    .toSorted()
    .join('\n');

/** A claim that a person released stays ready; one with duplicates or conflicts stays in review. */
function triggerOf(
  claim: Claim,
  findings: readonly FindingRecord[],
  configuration: Configuration,
): Trigger | undefined {
  const { lane, duplicates } = claim;
  const heldIn = holdingLane(findings, knownPayers(configuration));
  const isContradicted = hasOpenConflict(claim);
  const isQuestioned = duplicates.length > 0 || isContradicted;
  if (heldIn === lane || (lane === 'review' && isContradicted)) return undefined;
  if (heldIn === 'draft') return 'held';
  if (heldIn === 'review') return 'heldForReview';
  if (lane === 'ready' || (lane === 'review' && isQuestioned)) return undefined;
  return isQuestioned ? 'heldForReview' : 'cleared';
}
