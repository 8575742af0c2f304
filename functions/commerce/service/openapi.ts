import { commerceDocument } from '#contract/commerce/document.ts';
import { openapi } from '#contract/commerce/service.ts';
import { baseUrl, okBare, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

const document = commerceDocument();

export const handler = plainEndpoint(openapi, (call) =>
  okBare({ ...document, servers: [{ url: baseUrl(call) }] }, { 'Cache-Control': 'public, max-age=300' }),
);
