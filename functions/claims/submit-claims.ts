import { shownBlocked, shownInProgress, shownSubmission } from '#claims/submissions/shown.ts';
import { submit } from '#claims/submissions/submit.ts';
import { submitClaims } from '#contract/claims/clearhouse.ts';
import { created, endpoint } from '#http/claims-endpoint.ts';
import { logger } from '#http/logger.ts';
import { openClearinghouse } from '#store/claims/submissions/clearinghouse.ts';

/** The function may run for 28 seconds. A call after the lease resumes what a killed run has left. */
const times = { lease: 35_000, budget: 20_000 };

const reportFailure = (error: unknown) => logger.error('A submission could not be resumed', { error });

export const handler = endpoint(
  submitClaims,
  async ({ body, principal, newId, requestReference: reference }) => {
    const request =
      'claim_ids' in body
        ? ({ kind: 'claims', ids: body.claim_ids, reference } as const)
        : ({ kind: 'payer', payerId: body.payer_id, reference } as const);
    const ports = { ...(await openClearinghouse(times, newId)), onFailure: reportFailure };
    const { submissions, resumed, inProgress, blocked, hasMore } = await submit(
      request,
      principal.subject,
      ports,
    );
    const only = submissions.length === 1 ? submissions[0] : undefined;
    return created(
      {
        submissions: submissions.map(shownSubmission),
        resumed: resumed.map(({ id }) => id),
        in_progress: inProgress.map(shownInProgress),
        ...shownBlocked(blocked),
        has_more: hasMore,
      },
      only && `/api/clearhouse/submissions/${only.id}`,
    );
  },
);
