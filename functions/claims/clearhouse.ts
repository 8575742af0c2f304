import type * as declared from '#claims/clearhouse/contract.ts';
import { lastVisit } from '#claims/clearhouse/exchange-store.ts';
import { openSubmissionPorts } from '#claims/clearhouse/open-submission-store.ts';
import { findSubmittedClaims, readSubmissions, type submissions } from '#claims/clearhouse/records.ts';
import {
  blockedJson,
  inProgressJson,
  submissionJson,
  submissionsCsv,
} from '#claims/clearhouse/submission-json.ts';
import { submissionPortsWithin } from '#claims/clearhouse/submission-ports.ts';
import { openSftp } from '#claims/clearhouse/submission-store.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import { TransportFailed } from '#claims/clearhouse/transport.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { clearinghouseEnvironment } from '#contract/environment.ts';
import { created, listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { logger } from '#observability/logger.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export async function getClearinghouse() {
  const { clearinghouse } = await currentConfiguration(claimsTable);
  const last_visit = await lastVisit(claimsTable);
  return ok({ ...clearinghouse, ...(last_visit && { last_visit }) });
}

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 20_000;

export async function submitClaims({
  body,
  principal,
  newId,
  requestReference: reference,
}: Call<typeof declared.submitClaims>) {
  const request =
    'claim_ids' in body
      ? ({ kind: 'claims', ids: body.claim_ids, reference } as const)
      : ({ kind: 'payer', payerId: body.payer_id, reference } as const);
  const onFailure = (error: unknown) => logger.error('A submission could not be resumed', { error });
  const all = { ...(await openSubmissionPorts(budget, newId)), onFailure };
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
}

export async function listSubmissions(call: Call<typeof declared.listSubmissions>) {
  const { data, nextCursor } = await readSubmissions(claimsTable, call.query);
  const own = data.filter(({ billing_npis }) => isWithin(billing_npis, call.principal.billingNpis));
  return listReply(call, submissionsCsv, own.map(submissionJson), nextCursor);
}

export async function getSubmission({
  resource: submission,
}: Call<typeof declared.getSubmission, typeof submissions>) {
  const claims = await findSubmittedClaims(claimsTable, submission.id);
  return ok({ ...submissionJson(submission), claims });
}

export async function testConnection({ now }: Call<typeof declared.testConnection>) {
  const { CLEARINGHOUSE_KEY_SECRET: keySecret } = clearinghouseEnvironment.parse(process.env);
  const { clearinghouse } = await currentConfiguration(claimsTable);
  const { transport } = clearinghouse;
  const reply = (outcome: object) => ok({ ...outcome, transport, duration_ms: Date.now() - now.getTime() });
  if (transport === 'stub') return reply({ ok: true });
  try {
    const connection = await openSftp(clearinghouse, keySecret);
    try {
      await connection.check();
    } finally {
      await connection.close();
    }
    return reply({ ok: true });
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    const { code, message, hostKey } = error;
    return reply({ ok: false, code, message, ...(hostKey !== undefined && { host_key: hostKey }) });
  }
}
