import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { type Claim, payerMayHave } from '../claim/claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange, moveClaim } from '../claim/claim-change.ts';
import { type ClaimContent, type PackedContent, packContent, typedClaim } from '../claim/claim-content.ts';
import { countFindings, type FindingRecord, isEnvelopeRule } from '../claim/finding.ts';
import type { Lane, Trigger } from '../claim/lifecycle.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { checkClaimAsFile } from './check-claim.ts';
import { holdingLane, knownPayers, unknownPayerFindingId } from './known-payers.ts';

/** What checking a claim again changes. */
export interface RecheckedClaim {
  readonly change: ClaimChange;
  /** The content with the findings that hold now; absent where they are the same as before. */
  readonly content?: PackedContent;
}

/** Lanes of claims that have not been sent, in the order in which they are checked again. */
export const recheckedLanes = ['ready', 'review', 'draft'] as const satisfies readonly Lane[];

/**
 * Checks a claim that has not been sent against the configuration that holds now.
 *
 * A claim of a file keeps the findings of its file: only those that depend on the configuration are found anew.
 *
 * @returns undefined when nothing changes, or the claim was sent
 */
export async function recheckClaim(
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

/** Findings of the file that do not depend on the configuration, and those that were found now. */
function mergedFindings(
  { source }: Claim,
  before: readonly FindingRecord[],
  found: readonly FindingRecord[],
): readonly FindingRecord[] {
  const offset = source.kind === 'file' ? source.offset : 0;
  // The check wrote the claim into a file of its own: its places there mean nothing in the claim's file.
  const placed = found.filter(dependsOnConfiguration).map((finding): FindingRecord => {
    const { interchange, group, transaction, segment_index, ...rest } = finding;
    return { ...rest, byte_offset: offset };
  });
  return [...before.filter((finding) => !dependsOnConfiguration(finding)), ...placed];
}

/** Edits that a state rule replaces, and those that a profile switches on or off. */
const profileEdits = new Set([
  ...stateRules.flatMap(({ replaces }) => replaces),
  ...['V026', 'V040', 'V071', 'V097', 'V098'],
]);

const dependsOnConfiguration = ({ id }: Pick<FindingRecord, 'id'>): boolean =>
  id === unknownPayerFindingId || profileEdits.has(id) || (id.startsWith('R') && !isEnvelopeRule(id));

/** Findings by what they say and of what, whatever file they stand in. */
const namesOf = (findings: readonly FindingRecord[]): string =>
  findings
    .map(({ id, severity, loop, segment, element, component }) =>
      [id, severity, loop, segment, element, component].join('|'),
    )
    .toSorted()
    .join('\n');

/** A claim that somebody released from review stays ready, and one with duplicates or conflicts in review. */
function triggerOf(
  { lane, duplicates, conflicts }: Claim,
  findings: readonly FindingRecord[],
  configuration: Configuration,
): Trigger | undefined {
  const heldIn = holdingLane(findings, knownPayers(configuration));
  const hasOpenConflict = conflicts.some(({ open }) => open);
  const isQuestioned = duplicates.length > 0 || hasOpenConflict;
  if (heldIn === lane || (lane === 'review' && hasOpenConflict)) return undefined;
  if (heldIn === 'draft') return 'held';
  if (heldIn === 'review') return 'heldForReview';
  if (lane === 'ready' || (lane === 'review' && isQuestioned)) return undefined;
  return isQuestioned ? 'heldForReview' : 'cleared';
}
