import { parseClaimAcknowledgment } from '#contract/claims/parse.ts';
import { detailsOf, fileOf } from '#http/answers-of-file.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { processAnswer } from '#http/process-answer.ts';
import { statusDetail } from '#http/stored-answers.ts';

export const handler = endpoint(parseClaimAcknowledgment, async ({ body, ...call }) => {
  const file = await processAnswer(body, ['277CA'], call);
  const details = await detailsOf(file, ['277CA'], statusDetail);
  return ok({
    ...fileOf(file),
    statuses: details.flatMap(({ statuses }) => statuses),
    unscoped_statuses: details.flatMap(({ unscoped_statuses }) => unscoped_statuses),
    acknowledgments: details.map(({ statuses, unscoped_statuses, ...acknowledgment }) => acknowledgment),
  });
});
