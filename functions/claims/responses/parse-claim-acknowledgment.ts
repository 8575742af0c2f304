import { parseClaimAcknowledgment } from '#claims/claim-acknowledgments/contract.ts';
import { fileSummary, processResponseRequest, responsesOfFile } from '#claims/files/process-request.ts';
import { responsePagePorts, responseRequestPorts } from '#claims/files/response-page-store.ts';
import { claimAcknowledgmentPage } from '#claims/files/response-pages.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(parseClaimAcknowledgment, async ({ body, ...call }) => {
  const file = await processResponseRequest(body, ['277CA'], call, responseRequestPorts);
  const details = await responsesOfFile(responsePagePorts, file, ['277CA'], claimAcknowledgmentPage);
  return ok({
    ...fileSummary(file),
    statuses: details.flatMap(({ statuses }) => statuses),
    unscoped_statuses: details.flatMap(({ unscoped_statuses }) => unscoped_statuses),
    acknowledgments: details.map(({ statuses, unscoped_statuses, ...acknowledgment }) => acknowledgment),
  });
});
