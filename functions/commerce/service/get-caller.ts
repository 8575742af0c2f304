import { getCaller } from '#contract/commerce/service.ts';
import { ok, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

export const handler = plainEndpoint(getCaller, ({ principal }) =>
  ok({
    subject: principal.subject,
    credential: principal.credential,
    operator: principal.operator,
    brands: principal.brands,
  }),
);
