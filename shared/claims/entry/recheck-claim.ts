import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { type Claim, payerMayHave } from '../claim/claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange, moveClaim } from '../claim/claim-change.ts';
import { type ClaimContent, packContent, typedClaim } from '../claim/claim-content.ts';
import { countFindings, type FindingRecord, isEnvelopeRule } from '../claim/finding.ts';
import type { Lane, Trigger } from '../claim/lifecycle.ts';
import type { PackedContent } from '../claim/packed-json.ts';
import { hasOpenConflict } from '../claim/review.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { checkClaimAsFile } from './check-claim.ts';
import { holdingLane, knownPayers, unknownPayerFindingId } from './known-payers.ts';

/** The changes of a claim that was checked again. */
export interface RecheckedClaim {
  readonly change: ClaimChange;
  /** The content with the new findings; absent if they are the same. */
  readonly content?: PackedContent;
}

/** Lanes of claims that were not sent, in the order of rechecking. */
export const recheckedLanes = ['ready', 'review', 'draft'] as const satisfies readonly Lane[];

/**
 * Checks a claim that was not sent against the active configuration. A claim of a file keeps the findings of its file,
 * except those that depend on the configuration.
 *
 * @returns undefined if nothing changes, or the claim was sent
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
  { lane, duplicates, conflicts }: Claim,
  findings: readonly FindingRecord[],
  configuration: Configuration,
): Trigger | undefined {
  const heldIn = holdingLane(findings, knownPayers(configuration));
  const isContradicted = hasOpenConflict(conflicts);
  const isQuestioned = duplicates.length > 0 || isContradicted;
  if (heldIn === lane || (lane === 'review' && isContradicted)) return undefined;
  if (heldIn === 'draft') return 'held';
  if (heldIn === 'review') return 'heldForReview';
  if (lane === 'ready' || (lane === 'review' && isQuestioned)) return undefined;
  return isQuestioned ? 'heldForReview' : 'cleared';
}
