import type { ChainHead } from '#audit/entries/chain.ts';
import { BeyondHead, refuseBeyond } from '#audit/verification/verify-now.ts';
import { ApiError } from '#contract/errors.ts';

/** The head, for a range that begins in the chain. @throws ApiError validation_failed for any other range */
export function headFor(from: number | undefined, head: ChainHead | undefined): ChainHead | undefined {
  try {
    refuseBeyond(head, from);
    return head;
  } catch (error) {
    throw rangeError(error);
  }
}

/** The answer to a range that begins beyond the head; any other error is returned as given. */
export function rangeError(error: unknown): unknown {
  if (!(error instanceof BeyondHead)) return error;
  const detail = { path: ['query', 'from'], message: error.message, code: 'beyond_head' };
  return new ApiError('validation_failed', { details: [detail] });
}
