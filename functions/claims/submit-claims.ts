import { shownBlocked, shownSubmission } from '#claims/clearinghouse/shown.ts';
import { submit } from '#claims/clearinghouse/submit.ts';
import { submitClaims } from '#contract/claims/clearhouse.ts';
import { created, endpoint } from '#http/claims-endpoint.ts';
import { openClearinghouse } from '#store/claims/clearinghouse.ts';

/** API Gateway waits for 29 seconds, and the function is not given more than 30. */
const times = { lease: 45_000, budget: 20_000 };

export const handler = endpoint(
  submitClaims,
  async ({ body, principal, newId, requestReference: reference }) => {
    const request =
      'claim_ids' in body
        ? ({ kind: 'claims', ids: body.claim_ids, reference } as const)
        : ({ kind: 'payer', payerId: body.payer_id, reference } as const);
    const { submissions, blocked, hasMore } = await submit(
      request,
      principal.subject,
      await openClearinghouse(times, newId),
    );
    const only = submissions.length === 1 ? submissions[0] : undefined;
    return created(
      { submissions: submissions.map(shownSubmission), ...shownBlocked(blocked), has_more: hasMore },
      only && `/api/clearhouse/submissions/${only.id}`,
    );
  },
);
