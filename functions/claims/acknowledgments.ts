import {
  implementationAcknowledgmentSummaryJson,
  implementationAcknowledgmentsCsv,
} from '#claims/acknowledgments/acknowledgment-json.ts';
import type * as declared from '#claims/acknowledgments/contract.ts';
import { fileSummary, processResponseRequest, responsesOfFile } from '#claims/files/process-request.ts';
import { queryImplementationAcknowledgments } from '#claims/files/response-list-records.ts';
import { responsePagePorts, responseRequestPorts } from '#claims/files/response-page-store.ts';
import { implementationAcknowledgmentPage } from '#claims/files/response-pages.ts';
import { found } from '#contract/errors.ts';
import { listReply, ok } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export async function parseImplementationAcknowledgment({
  body,
  ...call
}: Call<typeof declared.parseImplementationAcknowledgment>) {
  const kinds = ['999', 'TA1'] as const;
  const file = await processResponseRequest(body, kinds, call, responseRequestPorts);
  const acknowledgments = await responsesOfFile(
    responsePagePorts,
    file,
    kinds,
    implementationAcknowledgmentPage,
  );
  return ok({ ...fileSummary(file), acknowledgments });
}

export async function listImplementationAcknowledgments(
  call: Call<typeof declared.listImplementationAcknowledgments>,
) {
  const { data, nextCursor } = await queryImplementationAcknowledgments(claimsTable, call.query);
  return listReply(
    call,
    implementationAcknowledgmentsCsv,
    data.map(implementationAcknowledgmentSummaryJson),
    nextCursor,
  );
}

export async function getImplementationAcknowledgment({
  parameters,
  query,
}: Call<typeof declared.getImplementationAcknowledgment>) {
  return ok(found(await implementationAcknowledgmentPage(responsePagePorts, parameters.id, query)));
}
