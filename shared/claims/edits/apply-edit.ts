import type { Change } from '#claims/change.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { type ClaimContent, typedClaim } from '#claims/claims/claim-content.ts';
import { amountsAsNumbers, claimJson } from '#claims/claims/claim-json.ts';
import { type FindingRecord, keepsDraft } from '#claims/claims/finding.ts';
import { isCorrection } from '#claims/claims/related-claims.ts';
import { claimsNotReady, submissionBlocked } from '#claims/clearhouse/refusals.ts';
import { ApiError } from '#contract/errors.ts';
import { Conflict } from '#persistence/conflict.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { ClaimEditJson, ContentChange, Resubmission } from './contract.ts';
import { alreadyReplaced } from './correction.ts';
import {
  type EditOrigin,
  type EditPorts,
  isEditableInPlace,
  notEditable,
  prepareEdit,
  type StoredClaim,
} from './edit-claim.ts';
import { contentChanges } from './edited-content.ts';
import { maxFindingsShown, prepareClaim } from './enter-claim.ts';

export interface EditOptions {
  /** Id of a new claim, if the edit needs one. */
  readonly newId: string;
  readonly origin?: EditOrigin;
}

export interface EditedClaim {
  readonly detail: ClaimEditJson;
  /** The correction of a claim that was sent. */
  readonly isNew: boolean;
  readonly findings: readonly FindingRecord[];
  /** Undefined if nothing changes. */
  readonly change: Change | undefined;
}

/**
 * Prepares an edit: in place for a claim that was not sent, as a correction for a claim that was.
 *
 * @throws ApiError not_editable, not_correctable, no_payer_claim_number, validation_failed, payload_too_large
 * @throws Conflict if the claim changes meanwhile
 */
export async function applyEdit(
  stored: StoredClaim,
  edited: ProfessionalClaim,
  { newId, origin }: EditOptions,
  ports: EditPorts,
): Promise<EditedClaim> {
  const { claim, content } = stored;
  if (claim.lane === 'closed') throw alreadyReplaced(claim);
  if (claim.lane === 'dismissed') throw notEditable('The claim was dismissed; restore it first');
  if (isEditableInPlace(claim)) {
    const edit = await prepareEdit(stored, edited, ports, origin);
    const { change, changes } = edit;
    const { findings } = edit.content;
    return { detail: editJson(edit.claim, edit.content, changes), isNew: false, findings, change };
  }
  const before = typedClaim(content);
  const request = { id: newId, claim: correctionOf(claim, edited, before), corrects: claim };
  const { detail, change } = await prepareClaim(request, { ...ports, findClaim: sameVersion(claim, ports) });
  const { timeline: _, ...shown } = detail;
  const changes = contentChanges(amountsAsNumbers(content.claim), detail.content);
  return { detail: { ...shown, changes: [...changes] }, isNew: true, findings: detail.findings, change };
}

/** The edit belongs to the version of the claim that was read. */
const sameVersion =
  ({ id, version }: Claim, { findClaim }: EditPorts): EditPorts['findClaim'] =>
  async (wanted) => {
    const found = await findClaim(wanted);
    if (wanted === id && found?.version !== version) throw new Conflict();
    return found;
  };

/** An edited claim as the API shows it. */
export const editJson = (
  claim: Claim,
  content: ClaimContent,
  changes: readonly ContentChange[],
): ClaimEditJson => ({
  ...claimJson(claim),
  content: amountsAsNumbers(content.claim),
  findings: content.findings.slice(0, maxFindingsShown),
  changes: [...changes],
});

/** An edited claim after its submission. */
export const resubmittedJson = (
  { content, findings, changes }: ClaimEditJson,
  claim: Claim,
  resubmission: Resubmission,
): ClaimEditJson => ({ ...claimJson(claim), content, findings, changes, resubmission });

/**
 * Refuses to resubmit a claim that the edit does not make ready, before anything is stored.
 *
 * @throws ApiError submission_blocked with its findings, claims_not_ready with its lane
 */
export function requireReady({ detail, findings }: Pick<EditedClaim, 'detail' | 'findings'>): void {
  const { id: claim_id, lane } = detail;
  if (lane === 'ready') return;
  const blocking = findings.filter(keepsDraft);
  if (lane === 'draft') throw submissionBlocked([{ claim_id, findings: blocking }]);
  throw claimsNotReady([{ claim_id, lane }]);
}

/**
 * The frequency (CLM05-3) of the claim that takes the place of a claim that was sent: 1 replaces a claim that the payer
 * rejected before adjudication or returned without processing it, 7 corrects any other one. The correction of a correction is a
 * correction.
 *
 * @throws ApiError not_correctable for a void, which ends its claim
 */
function frequencyOfCorrection({ lane, lane_before, frequency, is_unprocessable }: Claim): '1' | '7' {
  if (frequency === '8') throw new ApiError('not_correctable', { message: 'A void cannot be corrected' });
  if (isCorrection(frequency)) return '7';
  if (is_unprocessable) return '1';
  const decided = lane === 'review' ? lane_before : lane;
  return decided === 'rejected' || decided === 'payer_rejected' ? '1' : '7';
}

/**
 * The claim to enter in the place of a claim that was sent: the edited content with its frequency and, for a correction, the
 * newest payer claim control number, unless the edit names another one.
 */
export function correctionOf(
  original: Claim,
  edited: ProfessionalClaim,
  before: ProfessionalClaim,
): ProfessionalClaim {
  const isChosen = edited.frequency !== undefined && edited.frequency !== before.frequency;
  const frequency = isChosen ? edited.frequency : frequencyOfCorrection(original);
  if (!isCorrection(frequency ?? '')) return { ...edited, frequency };
  const named = edited.references?.originalClaimNumber;
  const isNamed = named !== undefined && named !== before.references?.originalClaimNumber;
  const originalClaimNumber = isNamed ? named : (original.payer_control_number ?? named);
  return {
    ...edited,
    frequency,
    ...(originalClaimNumber !== undefined && {
      references: { ...edited.references, originalClaimNumber },
    }),
  };
}
