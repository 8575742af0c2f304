import { ApiError } from '#contract/errors.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { type Claim, payerMayHave } from '../claims/claim.ts';
import { type ChangeFacts, type ClaimChange, moveClaim } from '../claims/claim-change.ts';
import { laneAfter } from '../claims/lifecycle.ts';
import { markCorrected } from '../claims/new-claim.ts';
import { isCorrection } from '../claims/related-claims.ts';
import { blocksOtherCorrections, openCorrectionError } from './replacement.ts';

interface ClaimsById {
  findClaim(id: string): Promise<Claim | undefined>;
}

export interface NamedClaims {
  readonly corrects?: Claim | undefined;
  /** A correction that the payer does not have and the new one replaces; `corrects` is then its original. */
  readonly withdrawn?: Claim;
}

/**
 * Reads the claim in `corrects` as it is now.
 *
 * @throws ApiError not_correctable if it is a correction that the payer may have
 */
export async function findNamedClaims(
  { claim, corrects: target }: { readonly claim: ProfessionalClaim; readonly corrects?: Claim | undefined },
  { findClaim }: ClaimsById,
): Promise<NamedClaims> {
  if (target === undefined) return {};
  const corrects = (await findClaim(target.id)) ?? target;
  if (!isCorrection(claim.frequency ?? '') || !isCorrection(corrects.frequency)) return { corrects };
  if (!isWithdrawable(corrects)) {
    if (blocksOtherCorrections(corrects) && corrects.frequency !== '8') throw openCorrectionError(corrects);
    return { corrects };
  }
  const original = corrects.corrects === undefined ? undefined : await findClaim(corrects.corrects);
  return { withdrawn: corrects, corrects: original };
}

/** Whether the payer does not have a correction, or rejected it. A void may be withdrawn as a draft only. */
function isWithdrawable(correction: Claim): boolean {
  const { lane, frequency } = correction;
  if (frequency === '8') return lane === 'draft';
  const isRejected = lane === 'rejected' || lane === 'payer_rejected';
  return (isRejected || !payerMayHave(correction)) && laneAfter('replaced', lane) !== undefined;
}

/** A payer claim control number means nothing to another payer. */
export function requireSamePayer({ id, payer_id }: Claim, { subscriber }: ProfessionalClaim): void {
  if ((subscriber.payer?.id ?? '') === payer_id) return;
  const message = `Claim ${id} is for payer ${payer_id}; send its correction or void to that payer`;
  const detail = { path: ['body', 'subscriber', 'payer', 'id'], message, code: 'other_payer' };
  throw new ApiError('not_correctable', { message, details: [detail] });
}

/**
 * Notes a correction or void on its original, and a new claim in place of one that was returned unprocessed; another new claim replaces
 * the original.
 */
export function changeOriginal(original: Claim, claim: Claim, facts: ChangeFacts): ClaimChange {
  if (isCorrection(claim.frequency) || original.is_unprocessable) {
    if (original.frequency === '8') throw new ApiError('not_correctable');
    if (original.lane === 'closed') throw alreadyReplaced(original);
    return markCorrected(original, claim, facts);
  }
  // The payer paid a claim in review that has a remittance, or a payment that is not posted.
  // What an earlier payer took back is no payment of this claim.
  const hasMoney = original.conflicts.some(
    ({ open, response, kind }) => open && response === '835' && kind !== 'primary_reversed',
  );
  if (original.lane === 'review' && (hasMoney || original.remittance_id !== undefined)) {
    throw new ApiError('not_correctable');
  }
  return replaceClaim(original, claim, facts);
}

/** Closes a claim that the payer does not have, in favor of a new one. */
export function replaceClaim(earlier: Claim, claim: Claim, facts: ChangeFacts): ClaimChange {
  const patch = { corrected_by: claim.id };
  const replaced = moveClaim(earlier, 'replaced', { ...facts, payload: { by: claim.id } }, patch);
  if (replaced !== undefined) return replaced;
  throw earlier.lane === 'closed' ? alreadyReplaced(earlier) : new ApiError('not_correctable');
}

export function alreadyReplaced({ id, corrected_by: by }: Claim): ApiError {
  if (by === undefined) return new ApiError('not_correctable');
  return new ApiError('not_correctable', {
    message: `Claim ${by} replaced claim ${id}; correct claim ${by}`,
    details: [{ path: ['claims', by], message: 'This claim is the current one', code: 'corrected_by' }],
  });
}
