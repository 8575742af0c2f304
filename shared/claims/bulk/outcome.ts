import { ApiError } from '#contract/errors.ts';
import { Conflict } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { ClaimSkipped, type Decision } from './operations.ts';

export interface Skip {
  readonly reason: string;
  readonly message: string;
}

/** The decision about a claim, or why the claim is skipped. */
export type Outcome = { readonly decision: Decision; readonly skip?: never } | { readonly skip: Skip };

/**
 * Turns a refusal into a skip. A failure that is no refusal skips the claim too, so that it does not stop the others.
 *
 * @param onFailure receives such a failure
 * @throws Conflict and StoreRejection, after which the decision can be repeated
 */
export async function outcomeOf(
  decide: () => Promise<Decision>,
  onFailure: (error: unknown) => void,
): Promise<Outcome> {
  try {
    return { decision: await decide() };
  } catch (error) {
    if (error instanceof Conflict || error instanceof StoreRejection) throw error;
    if (error instanceof ClaimSkipped) return { skip: { reason: error.reason, message: error.message } };
    if (error instanceof ApiError) {
      return { skip: { reason: error.code, message: error.details?.[0]?.message ?? error.message } };
    }
    onFailure(error);
    return { skip: { reason: 'internal', message: 'The claim could not be processed' } };
  }
}

export const unknownClaim: Outcome = {
  skip: { reason: 'not_found', message: 'The claim does not exist' },
};
