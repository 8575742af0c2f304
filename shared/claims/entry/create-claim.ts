import type { ClaimDetailJson } from '#contract/claims/claim-records.ts';
import { ApiError } from '#contract/errors.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { type Change, changeOf } from '../change.ts';
import { billingProviderId, type Claim, payerMayHave } from '../claim/claim.ts';
import { type ClaimChange, claimReceived, moveClaim } from '../claim/claim-change.ts';
import { type ClaimContent, claimContent, maxPackedContent, packContent } from '../claim/claim-content.ts';
import { amountsAsNumbers, claimJson } from '../claim/claim-json.ts';
import type { ReplacementWrite } from '../claim/claim-write.ts';
import { contentHash } from '../claim/content-hash.ts';
import { countFindings } from '../claim/finding.ts';
import { laneAfter } from '../claim/lifecycle.ts';
import { markCorrected, newClaim, npiOf } from '../claim/new-claim.ts';
import {
  countsForDuplicates,
  duplicatesOf,
  isCorrection,
  originalOf,
  type RelatedClaims,
  type RelatedClaimsQuery,
} from '../claim/related-claims.ts';
import {
  blocksOtherCorrections,
  openCorrectionError,
  type ReplacementStore,
  replacementTarget,
} from '../claim/replacement.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { NewClaimStore } from '../intake/window.ts';
import { checkClaimAsFile } from './check-claim.ts';
import { holdingLane, knownPayers } from './known-payers.ts';

/** A claim that is to be created. */
export interface NewClaimRequest {
  readonly id: string;
  readonly claim: ProfessionalClaim;
  /** Claim whose place it takes, or that it corrects or voids. */
  readonly corrects?: Claim | undefined;
}

export interface NewClaimPorts {
  readonly store: NewClaimStore;
  /** Whether a submission has reserved the claim: what is on its way cannot be taken back. */
  isBeingSent(claimId: string): Promise<boolean>;
  readonly replacements: ReplacementStore;
  findClaim(id: string): Promise<Claim | undefined>;
  readonly configuration: Configuration;
  readonly actor: string;
  readonly now: Date;
}

/** A claim with the write that stores it. */
export interface PreparedClaim {
  readonly claim: Claim;
  readonly detail: ClaimDetailJson;
  readonly change: Change;
  readonly hasUnmatchedPayments: boolean;
}

/**
 * Makes a claim that came by the API, checked and compared with those that are stored; the caller writes it, and
 * prepares it again when what is stored has changed in between.
 *
 * @throws ApiError validation_failed, no_payer_claim_number, not_correctable
 */
export async function prepareClaim(asking: NewClaimRequest, ports: NewClaimPorts): Promise<PreparedClaim> {
  const { actor, now, store, configuration } = ports;
  const request = await current(asking, ports);
  const asked = keysOf(request.claim);
  const [before = nothing] = await store.findRelatedClaims([asked]);
  const content = withOriginalNumber(request, before);
  const { claim: read, findings } = await checkClaimAsFile(content, configuration, now);
  const frequency = read.frequency ?? '';
  const [around = nothing] = await store.findRelatedClaims([keysOf(read)]);
  const { withdrawn } = request;
  const original = withdrawn ? request.corrects : (request.corrects ?? originalOf(frequency, around));
  if (request.corrects && isCorrection(frequency)) requireSamePayer(request.corrects, read);
  const duplicates = duplicatesOf(frequency, around).filter(
    ({ claim_id }) => claim_id !== request.corrects?.id && claim_id !== withdrawn?.id,
  );
  const claim = newClaim(read, {
    id: request.id,
    now,
    source: { kind: 'api', subject: actor },
    findings: countFindings(findings),
    heldIn: holdingLane(findings, knownPayers(configuration)),
    duplicates,
    corrects: original?.id,
  });
  const hold = await replacementHold(claim, original, withdrawn, ports);
  const packed = packContent(read, findings);
  if (packed.length > maxPackedContent) throw new ApiError('payload_too_large');
  const payload = {
    total_charge: claim.total_charge / 100,
    duplicates: duplicates.map(({ claim_id }) => claim_id),
  };
  const changes = [
    claimReceived(claim, { actor, now, payload }),
    ...(withdrawn === undefined ? [] : [replacedBy(withdrawn, claim, { actor, now })]),
    ...(original === undefined ? [] : [changeOfOriginal(original, claim, { actor, now })]),
  ];
  const replaced = changes.filter(({ after }) => after.id !== claim.id && after.lane === 'closed');
  for (const { after } of replaced) {
    if (await ports.isBeingSent(after.id)) throw beingSent();
  }
  const owner = around.sameContent;
  await store.recordMonth(claim.received_at);
  return {
    claim,
    detail: detailOf(claim, claimContent(read, findings), actor),
    hasUnmatchedPayments: around.hasUnmatchedPayments,
    change: changeOf(
      changes,
      ...replaced.map(({ after }) => ({ kind: 'not-being-sent', claimId: after.id }) as const),
      {
        kind: 'new-claim',
        claim,
        content: packed,
        ordinal: around.nextOrdinal,
        ...(owner && { contentOwner: owner.id }),
        ownsContent: owner === undefined || !countsForDuplicates(owner) || owner.id === request.corrects?.id,
      },
      ...hold,
    ),
  };
}

/** The claim that voids another: the same, with frequency 8 and the number by which the payer knows it. */
export const voidingClaim = (original: Claim, content: ProfessionalClaim): ProfessionalClaim => ({
  ...content,
  frequency: '8',
  references: {
    ...content.references,
    originalClaimNumber: original.payer_control_number ?? content.references?.originalClaimNumber,
  },
});

/** The request with the claims as they are now. */
interface CurrentRequest extends NewClaimRequest {
  /** Correction or void that the payer does not have and that this one replaces; `corrects` is then its original. */
  readonly withdrawn?: Claim;
}

/** @throws ApiError not_correctable for a correction that the payer may have */
async function current(request: NewClaimRequest, { findClaim }: NewClaimPorts): Promise<CurrentRequest> {
  const { corrects: known, ...rest } = request;
  if (known === undefined) return rest;
  const corrects = (await findClaim(known.id)) ?? known;
  if (!isCorrection(request.claim.frequency ?? '') || !isCorrection(corrects.frequency)) {
    return { ...rest, corrects };
  }
  if (!isWithdrawable(corrects)) {
    if (blocksOtherCorrections(corrects) && corrects.frequency !== '8') throw openCorrectionError(corrects);
    return { ...rest, corrects };
  }
  const original = corrects.corrects === undefined ? undefined : await findClaim(corrects.corrects);
  return { ...rest, withdrawn: corrects, corrects: original };
}

/** Whether the payer does not have a correction, or has refused it; a void only while it cannot go out. */
function isWithdrawable(correction: Claim): boolean {
  const { lane, frequency } = correction;
  if (frequency === '8') return lane === 'draft';
  const isRefused = lane === 'rejected' || lane === 'payer_rejected';
  return (isRefused || !payerMayHave(correction)) && laneAfter('replaced', lane) !== undefined;
}

/**
 * What a correction or void takes the place of, for itself.
 *
 * @throws ApiError not_correctable with the id of another correction or void that is in its way
 */
async function replacementHold(
  claim: Claim,
  original: Claim | undefined,
  withdrawn: Claim | undefined,
  { replacements, findClaim }: NewClaimPorts,
): Promise<ReplacementWrite[]> {
  const target = replacementTarget(claim) ?? original?.id;
  if (target === undefined) return [];
  const holder = (await replacements.findHolders([target])).get(target);
  const earlier = [original?.corrected_by, original?.voided_by].filter((id) => id !== undefined);
  const others = [holder, ...(await Promise.all(earlier.map(findClaim)))];
  const other = others.find(
    (one) => one !== undefined && one.id !== withdrawn?.id && blocksOtherCorrections(one),
  );
  if (other !== undefined) throw openCorrectionError(other);
  return isCorrection(claim.frequency)
    ? [{ kind: 'hold-replacement', target, claimId: claim.id, holder }]
    : [];
}

/** The number in a correction or void is the one of the payer that has the claim; it means nothing to another payer. */
function requireSamePayer({ id, payer_id }: Claim, { subscriber }: ProfessionalClaim): void {
  if ((subscriber.payer?.id ?? '') === payer_id) return;
  const message = `Claim ${id} is for payer ${payer_id}; its correction or void goes to the same payer`;
  const detail = { path: ['body', 'subscriber', 'payer', 'id'], message, code: 'other_payer' };
  throw new ApiError('not_correctable', { message, details: [detail] });
}

function takenPlace(id: string, by: string | undefined): ApiError {
  if (by === undefined) return new ApiError('not_correctable');
  const message = `Claim ${by} has taken the place of claim ${id}; correct that one`;
  return new ApiError('not_correctable', {
    message,
    details: [{ path: ['claims', by], message: 'This claim is the current one', code: 'corrected_by' }],
  });
}

const beingSent = () =>
  new ApiError('not_correctable', {
    message: 'The claim is being sent; correct it when the payer has answered',
  });

const nothing: RelatedClaims = { nextOrdinal: 0, sameNumber: [], originals: [], hasUnmatchedPayments: false };

function keysOf(claim: ProfessionalClaim): RelatedClaimsQuery {
  const hash = contentHash(claim);
  const { billingProvider, references } = claim;
  const number = references?.originalClaimNumber;
  return {
    patient_control_number: claim.patientControlNumber,
    provider: billingProviderId({
      billing_npi: npiOf(billingProvider),
      ...(billingProvider.taxId && { tax_id: billingProvider.taxId }),
    }),
    ...(hash !== undefined && { content_hash: hash }),
    ...(isCorrection(claim.frequency ?? '') && {
      ...(number && { original_claim_number: number }),
      correction_for_payer: claim.subscriber.payer?.id ?? '',
    }),
  };
}

/** The payer's number of the claim that is corrected or voided, which the last remittance told (REF*F8). */
function withOriginalNumber(
  { claim: content, corrects, withdrawn }: CurrentRequest,
  around: RelatedClaims,
): ProfessionalClaim {
  const frequency = content.frequency ?? '';
  if (!isCorrection(frequency) || content.references?.originalClaimNumber) return content;
  const original = corrects ?? originalOf(frequency, around);
  const originalClaimNumber = original?.payer_control_number ?? withdrawn?.original_claim_number;
  if (originalClaimNumber === undefined) throw new ApiError('no_payer_claim_number');
  return { ...content, references: { ...content.references, originalClaimNumber } };
}

/** A correction or void is known at the claim that it is about; a new claim takes the place of one that never was paid. */
function changeOfOriginal(
  original: Claim,
  claim: Claim,
  facts: { readonly actor: string; readonly now: Date },
): ClaimChange {
  if (isCorrection(claim.frequency)) {
    // A void ends a claim, and one that was replaced before it was sent is nothing that the payer has.
    if (original.frequency === '8') throw new ApiError('not_correctable');
    if (original.lane === 'closed') throw takenPlace(original.id, original.corrected_by);
    return markCorrected(original, claim, facts);
  }
  // In review for its responses, and paid, or about money that is not posted.
  const hasMoney = original.conflicts.some(({ open, response }) => open && response === '835');
  if (original.lane === 'review' && (hasMoney || original.remittance_id !== undefined)) {
    throw new ApiError('not_correctable');
  }
  return replacedBy(original, claim, facts);
}

function replacedBy(
  earlier: Claim,
  claim: Claim,
  facts: { readonly actor: string; readonly now: Date },
): ClaimChange {
  const patch = { corrected_by: claim.id };
  const replaced = moveClaim(earlier, 'replaced', { ...facts, payload: { by: claim.id } }, patch);
  if (replaced !== undefined) return replaced;
  throw earlier.corrected_by === undefined || earlier.lane !== 'closed'
    ? new ApiError('not_correctable')
    : takenPlace(earlier.id, earlier.corrected_by);
}

function detailOf(claim: Claim, { claim: content, findings }: ClaimContent, actor: string): ClaimDetailJson {
  return {
    ...claimJson(claim),
    content: jsonObject(amountsAsNumbers(content)),
    findings: [...findings],
    timeline: [{ at: claim.received_at, event: 'claim.received', actor, to: claim.lane }],
  };
}

/** The content of a claim is an object by its codec. */
export const jsonObject = (json: unknown): Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {};
