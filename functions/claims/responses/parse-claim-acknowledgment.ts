import { processResponseRequest } from '#claims/responses/engine/process-request.ts';
import { claimAcknowledgmentPage } from '#claims/responses/engine/response-pages.ts';
import { fileSummary, responsesOfFile } from '#claims/responses/engine/responses-of-file.ts';
import { parseClaimAcknowledgment } from '#contract/claims/responses/parse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(parseClaimAcknowledgment, async ({ body, ...call }) => {
  const file = await processResponseRequest(body, ['277CA'], call);
  const details = await responsesOfFile(file, ['277CA'], claimAcknowledgmentPage);
  return ok({
    ...fileSummary(file),
    statuses: details.flatMap(({ statuses }) => statuses),
    unscoped_statuses: details.flatMap(({ unscoped_statuses }) => unscoped_statuses),
    acknowledgments: details.map(({ statuses, unscoped_statuses, ...acknowledgment }) => acknowledgment),
  });
});
