import { parseImplementationAcknowledgment } from '#contract/claims/parse.ts';
import { detailsOf, fileOf } from '#http/answers-of-file.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { processAnswer } from '#http/process-answer.ts';
import { envelopeDetail } from '#http/stored-answers.ts';

export const handler = endpoint(parseImplementationAcknowledgment, async ({ body, ...call }) => {
  const file = await processAnswer(body, ['999', 'TA1'], call);
  return ok({ ...fileOf(file), acknowledgments: await detailsOf(file, ['999', 'TA1'], envelopeDetail) });
});
