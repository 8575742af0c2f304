import type { BlockedClaim } from '../file/check-file.ts';
import type { SubmissionInProgress } from '../held-claims.ts';
import type { Submission } from '../submission.ts';

/** The claims to be sent. `reference` is the same for each repetition of a request. */
export type SubmissionRequest = (
  | { readonly kind: 'claims'; readonly ids: readonly string[] }
  | { readonly kind: 'payer'; readonly payerId: string }
) & { readonly reference?: string | undefined };

export interface SubmitResult {
  /** One for each payer, after the resumed ones. */
  readonly submissions: readonly Submission[];
  readonly resumed: readonly Submission[];
  /** Submissions that hold other ready claims of the payer. */
  readonly inProgress: readonly SubmissionInProgress[];
  readonly blocked: readonly BlockedClaim[];
  /** More claims are ready than one call takes. */
  readonly hasMore: boolean;
}
