import { submitClaims } from '#claims/clearhouse/contract.ts';
import { openSubmissionPorts } from '#claims/clearhouse/open-submission-store.ts';
import { blockedJson, inProgressJson, submissionJson } from '#claims/clearhouse/submission-json.ts';
import { submissionPortsWithin } from '#claims/clearhouse/submission-scope.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { logger } from '#observability/logger.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 20_000;

const reportFailure = (error: unknown) => logger.error('A submission could not be resumed', { error });

export const handler = claimsEndpoint(
  submitClaims,
  async ({ body, principal, newId, requestReference: reference }) => {
    const request =
      'claim_ids' in body
        ? ({ kind: 'claims', ids: body.claim_ids, reference } as const)
        : ({ kind: 'payer', payerId: body.payer_id, reference } as const);
    const all = { ...(await openSubmissionPorts(budget, newId)), onFailure: reportFailure };
    const ports = submissionPortsWithin(all, principal.billingNpis);
    const { submissions, resumed, inProgress, blocked, hasMore } = await submit(
      request,
      principal.subject,
      ports,
    );
    const only = submissions.length === 1 ? submissions[0] : undefined;
    return created(
      {
        submissions: submissions.map(submissionJson),
        resumed: resumed.map(({ id }) => id),
        in_progress: inProgress.map(inProgressJson),
        ...blockedJson(blocked),
        has_more: hasMore,
      },
      only && `/api/clearhouse/submissions/${only.id}`,
    );
  },
);
