import type { ClaimEditJson, ContentChange, Resubmission } from '#contract/claims/claim-edits.ts';
import { Conflict } from '#persistence/conflict.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { Change } from '../change.ts';
import type { Claim } from '../claim/claim.ts';
import { type ClaimContent, typedClaim } from '../claim/claim-content.ts';
import { amountsAsNumbers, claimJson } from '../claim/claim-json.ts';
import type { FindingRecord } from '../claim/finding.ts';
import { alreadyReplaced } from '../entry/correction.ts';
import { maxFindingsShown, prepareClaim } from '../entry/enter-claim.ts';
import { contentChanges } from './content-changes.ts';
import { correctionOf } from './correction-of.ts';
import {
  type EditOrigin,
  type EditPorts,
  isEditableInPlace,
  notEditable,
  prepareEdit,
  type StoredClaim,
} from './edit-claim.ts';

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
