import type { ShownSubmission } from '#contract/claims/clearhouse.ts';
import type { Submission } from './submission.ts';

/** A submission as the API shows it: without what only its runs need. */
export function shownSubmission(submission: Submission): ShownSubmission {
  const { run, lease_until, object_key, batch_id, total_charge, ...shown } = submission;
  return { ...shown, total_charge: total_charge / 100 };
}
