import { billingProviderId, type Claim } from '#claims/claims/claim.ts';
import type { ReplacementWrite } from '#claims/claims/claim-change.ts';
import { isCorrection } from '#claims/claims/related-claims.ts';
import { ApiError } from '#contract/errors.ts';

/**
 * The right to be sent as the correction or void of a claim. One claim holds it at a time, so two corrections of one claim
 * never go out together.
 */
export interface ReplacementStore {
  /** The corrections and voids that hold the right, open or not, by {@link replacementTarget}. */
  findHolders(targets: readonly string[]): Promise<ReadonlyMap<string, Claim>>;
}

/**
 * Identifies what a correction or void replaces at the payer: the original claim if Granary has it, else provider, payer and
 * payer claim control number.
 *
 * @returns undefined for any other claim
 */
export function replacementTarget(
  claim: Pick<Claim, 'frequency' | 'corrects' | 'original_claim_number' | 'payer_id' | 'billing_npi'> &
    Partial<Pick<Claim, 'tax_id'>>,
): string | undefined {
  const { frequency, corrects, original_claim_number: number, payer_id } = claim;
  if (!isCorrection(frequency)) return undefined;
  if (corrects !== undefined) return corrects;
  return number === undefined ? undefined : JSON.stringify([billingProviderId(claim), payer_id, number]);
}

/** The targets of the corrections and voids among these claims, by claim id. */
export const replacementTargets = (claims: readonly Claim[]): ReadonlyMap<string, string> =>
  new Map(
    claims.flatMap((claim) => {
      const target = replacementTarget(claim);
      return target === undefined ? [] : [[claim.id, target] as const];
    }),
  );

const refused = ['rejected', 'payer_rejected', 'denied', 'closed', 'dismissed'];
const paid = ['paid', 'underpaid'];

/** Whether a correction or void prevents another one of the same claim. A void that the payer accepted does so forever. */
export const blocksOtherCorrections = ({ lane, frequency }: Claim): boolean =>
  !refused.includes(lane) && (frequency === '8' || !paid.includes(lane));

interface OtherCorrections {
  readonly target?: string | undefined;
  /** Further corrections and voids that may be open. */
  readonly others?: readonly (Claim | undefined)[];
  readonly withdrawn?: Claim | undefined;
}

/**
 * Gives a correction or void the right to be sent.
 *
 * @throws ApiError not_correctable with the id of another correction or void that is open
 */
export async function holdReplacement(
  claim: Claim,
  { findHolders }: ReplacementStore,
  { target = replacementTarget(claim), others = [], withdrawn }: OtherCorrections = {},
): Promise<ReplacementWrite[]> {
  if (target === undefined) return [];
  const holder = (await findHolders([target])).get(target);
  const replaced = [claim.id, withdrawn?.id];
  const open = [holder, ...others].find(
    (other) => other !== undefined && !replaced.includes(other.id) && blocksOtherCorrections(other),
  );
  if (open !== undefined) throw openCorrectionError(open);
  return isCorrection(claim.frequency)
    ? [{ kind: 'hold-replacement', target, claimId: claim.id, holder }]
    : [];
}

/** The 409 for a correction or void while another one is open. */
export const openCorrectionError = ({ id, lane, frequency }: Claim): ApiError =>
  new ApiError('not_correctable', {
    message: `${frequency === '8' ? 'Void' : 'Correction'} ${id} of this claim is in lane ${lane}`,
    details: [
      {
        path: ['claims', id],
        message: 'Wait for the response of the payer; before it is sent, replace it with `corrects`',
        code: 'correction_open',
      },
    ],
  });
