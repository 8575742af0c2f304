import type { JsonValue } from '#audit/entries/canonical-json.ts';
import { type Change, changeOf } from '#claims/change.ts';
import { type Claim, type Duplicate, hasOpenConflict, payerMayHave } from '#claims/claims/claim.ts';
import {
  amendClaim,
  type ChangeFacts,
  type ClaimChange,
  type ClaimPatch,
  moveUnsent,
  type ReplacementWrite,
} from '#claims/claims/claim-change.ts';
import { type ClaimContent, claimContent, typedClaim } from '#claims/claims/claim-content.ts';
import type { UnsentLane } from '#claims/claims/facts.ts';
import { countFindings, type FindingRecord } from '#claims/claims/finding.ts';
import { joinChain } from '#claims/claims/join-chain.ts';
import { newClaim } from '#claims/claims/new-claim.ts';
import { headOf } from '#claims/claims/read-chains.ts';
import {
  countsForDuplicates,
  duplicatesOf,
  isCorrection,
  noRelatedClaims,
  originalOf,
  type RelatedClaims,
  relatedClaimsQuery,
} from '#claims/claims/related-claims.ts';
import { type HoldingLane, holdingLane, knownPayers } from '#claims/configuration/known-payers.ts';
import { maxPackedContent, packJson } from '#claims/packed-json.ts';
import { ApiError } from '#contract/errors.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { checkClaimAsFile } from './check-claim.ts';
import type { ClaimVersion, EditedClaimWrite } from './claim-version.ts';
import { changeOriginal, requireSamePayer } from './correction.ts';
import { contentChanges } from './edited-content.ts';
import type { NewClaimPorts } from './enter-claim.ts';
import { holdReplacement, replacementTarget } from './replacement.ts';

export interface EditPorts extends NewClaimPorts {
  /** Place of a claim among the claims of its provider with its number. */
  ordinalOf(claim: Claim): Promise<number>;
  /** Whether a claim is found by the hash of its content. */
  ownsContent(claim: Claim): Promise<boolean>;
}

export interface StoredClaim {
  readonly claim: Claim;
  readonly content: ClaimContent;
}

export type EditOrigin = Pick<ClaimVersion, 'bulk_run_id' | 'request'>;

export interface PreparedEdit {
  readonly claim: Claim;
  readonly content: ClaimContent;
  readonly changes: ClaimVersion['changes'];
  /** Undefined if the content stays the same. */
  readonly change: Change | undefined;
}

const editableLanes: readonly string[] = ['draft', 'ready', 'held', 'review'];

/** Whether the content of a claim can change in place: the payer does not have the claim. */
export const isEditableInPlace = (claim: Claim): boolean =>
  editableLanes.includes(claim.lane) && !payerMayHave(claim);

/**
 * Changes the content of a claim that was not sent: checks it, compares it with stored claims, and moves the claim to the
 * lane of its findings. The claim keeps its id, its source and the time of its receipt.
 *
 * @throws ApiError not_editable, not_correctable, validation_failed, payload_too_large
 */
export async function prepareEdit(
  { claim, content }: StoredClaim,
  edited: ProfessionalClaim,
  ports: EditPorts,
  origin: EditOrigin = {},
): Promise<PreparedEdit> {
  const { actor, now, store, configuration } = ports;
  if (await ports.isBeingSent(claim)) throw notEditable('The claim is being sent; wait for its submission');
  const { claim: read, findings: found } = await checkClaimAsFile(edited, configuration, now);
  requireSameKind(claim, read);
  const { transaction } = typedClaim(content);
  const typed: ProfessionalClaim = { ...read, transaction };
  const findings = placedFindings(claim, found);
  const next = claimContent(typed, findings);
  const changes = contentChanges(content.claim, next.claim);
  if (changes.length === 0) return { claim, content, changes, change: undefined };
  const [packed, earlier] = [packJson(next), packJson({ ...content, findings: [] })];
  if (packed.length > maxPackedContent) throw new ApiError('payload_too_large');
  const related = withoutItself(claim, (await store.findRelatedClaims([relatedClaimsQuery(typed)]))[0]);
  const original = claim.corrects === undefined ? originalOf(typed.frequency ?? '', related) : undefined;
  const corrected = original ?? (await correctedBy(claim, ports));
  if (corrected !== undefined) requireSamePayer(corrected, typed);
  const duplicates = duplicatesAfterEdit(claim, typed, related);
  const facts = { actor, now };
  const payload: Record<string, JsonValue> = {
    changes: changes.slice(0, maxAuditedChanges).map(({ path }) => path),
    errors: countFindings(findings).error,
    ...(origin.bulk_run_id !== undefined && { bulk_run_id: origin.bulk_run_id }),
  };
  const fields = contentFields(claim, typed, findings, duplicates, original?.id);
  const lane = laneAfterEdit(claim, holdingLane(findings, knownPayers(configuration)), duplicates);
  const edit = recordChange(claim, fields, lane, { ...facts, payload });
  const linked = await linkToOriginal(edit, original, facts, ports);
  const after = linked.find((one) => one.after.id === claim.id)?.after ?? edit.after;
  const replacement = await rightToBeSent(claim, after, original, ports);
  const version = { version: after.version, at: after.updated_at, actor, changes, ...origin };
  const write = await editedWrite(claim, after, related, { content: packed, earlier, version }, ports);
  const others = [...replacement, ...(claim.lane === 'ready' ? [notBeingSent(claim)] : [])];
  return {
    claim: after,
    content: next,
    changes,
    change: changeOf(linked, write, ...others),
  };
}

/** The changes of an edit that names the original of a correction or void, which joins the chain of the original. */
async function linkToOriginal(
  edit: ClaimChange,
  original: Claim | undefined,
  facts: ChangeFacts,
  { findClaim }: EditPorts,
): Promise<readonly ClaimChange[]> {
  if (original === undefined) return [edit];
  const head = (await findClaim(headOf(original))) ?? original;
  return joinChain(edit.after, head, [edit, changeOriginal(original, edit.after, facts)], facts);
}

/** The claim that a correction or void is about. */
const correctedBy = async ({ corrects, frequency }: Claim, { findClaim }: EditPorts) =>
  corrects === undefined || !isCorrection(frequency) ? undefined : findClaim(corrects);

/** Paths in an audit entry. The version lists more. */
const maxAuditedChanges = 50;

export const notEditable = (message: string): ApiError => new ApiError('not_editable', { message });

const notBeingSent = (claim: Claim) => ({ kind: 'not-being-sent', claim }) as const;

/** An edit does not turn a claim into a correction or void, or back: that claim has another place at the payer. */
function requireSameKind(claim: Claim, { frequency = '' }: ProfessionalClaim): void {
  if (frequency === claim.frequency || (!isCorrection(frequency) && !isCorrection(claim.frequency))) return;
  throw notEditable('The frequency cannot change to or from 7 and 8; create a claim with `corrects`');
}

/** Positions in the file that the check wrote mean nothing in the file of the claim. */
function placedFindings({ source }: Claim, found: readonly FindingRecord[]): readonly FindingRecord[] {
  if (source.kind === 'api') return found;
  return found.map(({ interchange, group, transaction, segment_index, ...rest }) => ({
    ...rest,
    byte_offset: source.offset,
  }));
}

function withoutItself({ id }: Claim, related: RelatedClaims = noRelatedClaims): RelatedClaims {
  const { sameContent, ...rest } = related;
  return {
    ...rest,
    sameNumber: related.sameNumber.filter((other) => other.id !== id),
    originals: related.originals.filter((other) => other.id !== id),
    ...(sameContent && sameContent.id !== id && { sameContent }),
  };
}

/**
 * The right of a correction or void to be sent. One that had no number of its original gets the right with the number; the
 * original of any other one cannot change.
 *
 * @throws ApiError not_editable, not_correctable
 */
async function rightToBeSent(
  before: Claim,
  after: Claim,
  original: Claim | undefined,
  ports: EditPorts,
): Promise<readonly ReplacementWrite[]> {
  const [earlier, target] = [replacementTarget(before), replacementTarget(after)];
  if (earlier === target) return [];
  if (earlier !== undefined) {
    throw notEditable(
      'The payer, provider and original number of a correction cannot change; replace it with `corrects`',
    );
  }
  const known = [original?.corrected_by, original?.voided_by].filter((id) => id !== undefined);
  const others = await Promise.all(known.map((id) => ports.findClaim(id)));
  return holdReplacement(after, ports.replacements, { target, others });
}

async function editedWrite(
  before: Claim,
  after: Claim,
  { nextOrdinal, sameContent }: RelatedClaims,
  stored: Pick<EditedClaimWrite, 'content' | 'earlier' | 'version'>,
  ports: EditPorts,
): Promise<EditedClaimWrite> {
  const isRehashed = before.content_hash !== after.content_hash;
  return {
    kind: 'edited-claim',
    before,
    after,
    ...stored,
    ordinals: { before: await ports.ordinalOf(before), after: nextOrdinal },
    ownedContent: isRehashed && (await ports.ownsContent(before)),
    ownsContent:
      isRehashed &&
      after.content_hash !== undefined &&
      (sameContent === undefined || !countsForDuplicates(sameContent)),
    ...(sameContent && { contentOwner: sameContent.id }),
  };
}

/** A correction keeps the other corrections of the same claim, because it still corrects that claim. */
function duplicatesAfterEdit(
  claim: Claim,
  { frequency = '' }: ProfessionalClaim,
  related: RelatedClaims,
): readonly Duplicate[] {
  const found = duplicatesOf(frequency, related).filter(({ claim_id }) => claim_id !== claim.corrects);
  return [...claim.duplicates.filter(({ by }) => by === 'correction'), ...found];
}

/** The lane by the findings and duplicates. A person has released a ready claim, so only new duplicates question it. */
function laneAfterEdit(
  claim: Claim,
  heldIn: HoldingLane | undefined,
  duplicates: readonly Duplicate[],
): UnsentLane {
  const { lane, duplicates: known } = claim;
  if (lane === 'held') return 'held';
  if (lane === 'review' && hasOpenConflict(claim)) return 'review';
  if (heldIn !== undefined) return heldIn;
  const isReleased = lane === 'ready';
  const isNew = ({ claim_id }: Duplicate) => !known.some((one) => one.claim_id === claim_id);
  const isQuestioned = isReleased ? duplicates.some(isNew) : duplicates.length > 0;
  return isQuestioned ? 'review' : 'ready';
}

/** Fields of the record that follow from the content. */
function contentFields(
  { id, source }: Claim,
  typed: ProfessionalClaim,
  findings: readonly FindingRecord[],
  duplicates: readonly Duplicate[],
  corrects: string | undefined,
): ClaimPatch {
  const counts = countFindings(findings);
  const derived = newClaim(typed, {
    id,
    source,
    duplicates,
    corrects,
    now: new Date(0),
    findings: counts,
    heldIn: undefined,
  });
  const {
    id: _,
    version,
    lane,
    lane_since,
    received_at,
    updated_at,
    source: __,
    conflicts,
    ...fields
  } = derived;
  return fields;
}

function recordChange(
  claim: Claim,
  fields: ClaimPatch,
  lane: UnsentLane,
  facts: { readonly actor: string; readonly now: Date; readonly payload: Record<string, JsonValue> },
): ClaimChange {
  const { payer_name, tax_id, member_id, patient_name, place_of_service, service_from, ...some } = claim;
  const { service_to, original_claim_number, content_hash, payer_level, procedures, ...bare } = some;
  const patch = { ...fields, content_version: claim.version + 1 };
  const change =
    lane === claim.lane
      ? amendClaim(bare, 'claim.edited', facts, patch)
      : moveUnsent(bare, lane, facts, patch, 'claim.edited');
  return {
    ...change,
    before: claim,
    entry: {
      ...change.entry,
      payload: { ...facts.payload, from: claim.lane, to: lane, version: claim.version + 1 },
    },
  };
}
