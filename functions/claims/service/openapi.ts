import { claimsDocument } from '#contract/claims/document.ts';
import { openapi } from '#contract/claims/service.ts';
import { baseUrl, okBare, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

const document = claimsDocument();

export const handler = plainEndpoint(openapi, (call) =>
  okBare({ ...document, servers: [{ url: baseUrl(call) }] }, { 'Cache-Control': 'public, max-age=300' }),
);
