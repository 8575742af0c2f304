import {
  fileSummary,
  processResponseRequest,
  responsesOfFile,
} from '#claims/responses/requests/process-request.ts';
import { claimAcknowledgmentPage } from '#claims/responses/requests/response-pages.ts';
import { parseClaimAcknowledgment } from '#contract/claims/responses/parse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { responsePagePorts, responseRequestPorts } from '#store/claims/responses/response-page-ports.ts';

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
