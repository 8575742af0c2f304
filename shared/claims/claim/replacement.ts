import { ApiError } from '#contract/errors.ts';
import { billingProviderId, type Claim } from './claim.ts';
import { isCorrection } from './related-claims.ts';

/**
 * What is stored of the corrections and voids of a claim: one of them holds it at a time, and only that one goes out.
 * So two of them never go out together, whichever way they came.
 */
export interface ReplacementStore {
  /** The corrections and voids that hold these claims, open or not, by the names of the claims. */
  findHolders(replaced: readonly string[]): Promise<ReadonlyMap<string, Claim>>;
}

/**
 * Names what a correction or void takes the place of at the payer: the claim where it is known here, else provider,
 * payer and the payer's number. Undefined for any other claim.
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

/** What the corrections and voids among the claims take the place of, by their ids. */
export const replacementTargets = (claims: readonly Claim[]): ReadonlyMap<string, string> =>
  new Map(
    claims.flatMap((claim) => {
      const replaced = replacementTarget(claim);
      return replaced === undefined ? [] : [[claim.id, replaced] as const];
    }),
  );

/** Lanes in which a correction or void is finished; a void that the payer has taken counts for ever. */
const finished = ['rejected', 'payer_rejected', 'denied', 'closed'];
const decided = ['paid', 'underpaid'];

/** Whether a correction or void keeps another one of the same claim from going out. */
export const blocksOtherCorrections = ({ lane, frequency }: Claim): boolean =>
  !finished.includes(lane) && (frequency === '8' || !decided.includes(lane));

/** 409 with the id of the correction or void that is open. */
export const openCorrectionError = ({ id, lane, frequency }: Claim): ApiError =>
  new ApiError('not_correctable', {
    message: `${frequency === '8' ? 'Void' : 'Correction'} ${id} of this claim is in lane ${lane}`,
    details: [
      {
        path: ['claims', id],
        message: 'Wait for the answer of the payer, or send `corrects` with this id before it is sent',
        code: 'correction_open',
      },
    ],
  });
