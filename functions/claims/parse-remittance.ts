import { parseRemittance } from '#contract/claims/parse.ts';
import { detailsOf, fileOf } from '#http/answers-of-file.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { processAnswer } from '#http/process-answer.ts';
import { remittanceDetail } from '#http/stored-answers.ts';

export const handler = endpoint(parseRemittance, async ({ body, ...call }) => {
  const file = await processAnswer(body, ['835'], call);
  return ok({ ...fileOf(file), remittances: await detailsOf(file, ['835'], remittanceDetail) });
});
