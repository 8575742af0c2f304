import {
  claimAcknowledgmentSummaryJson,
  claimAcknowledgmentsCsv,
} from '#claims/claim-acknowledgments/claim-acknowledgment-json.ts';
import type * as declared from '#claims/claim-acknowledgments/contract.ts';
import { fileSummary, processResponseRequest, responsesOfFile } from '#claims/files/process-request.ts';
import { queryClaimAcknowledgments } from '#claims/files/response-list-records.ts';
import { responsePagePorts, responseRequestPorts } from '#claims/files/response-page-store.ts';
import { claimAcknowledgmentPage } from '#claims/files/response-pages.ts';
import { found } from '#contract/errors.ts';
import { listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export async function parseClaimAcknowledgment({
  body,
  ...call
}: Call<typeof declared.parseClaimAcknowledgment>) {
  const file = await processResponseRequest(body, ['277CA'], call, responseRequestPorts);
  const details = await responsesOfFile(responsePagePorts, file, ['277CA'], claimAcknowledgmentPage);
  return ok({
    ...fileSummary(file),
    statuses: details.flatMap(({ statuses }) => statuses),
    unscoped_statuses: details.flatMap(({ unscoped_statuses }) => unscoped_statuses),
    acknowledgments: details.map(({ statuses, unscoped_statuses, ...acknowledgment }) => acknowledgment),
  });
}

export async function listClaimAcknowledgments(call: Call<typeof declared.listClaimAcknowledgments>) {
  const { data, nextCursor } = await queryClaimAcknowledgments(claimsTable, call.query);
  return listReply(call, claimAcknowledgmentsCsv, data.map(claimAcknowledgmentSummaryJson), nextCursor);
}

export async function getClaimAcknowledgment({
  parameters,
  query,
}: Call<typeof declared.getClaimAcknowledgment>) {
  return ok(found(await claimAcknowledgmentPage(responsePagePorts, parameters.id, query)));
}
