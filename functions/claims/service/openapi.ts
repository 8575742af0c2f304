import { claimsDocument } from '#contract/claims/document.ts';
import { claimsOpenapi } from '#contract/claims/service.ts';
import { baseUrl, plain, plainEndpoint } from '#http/endpoint/plain-endpoint.ts';

const document = claimsDocument();

export const handler = plainEndpoint(claimsOpenapi, (call) =>
  plain({ ...document, servers: [{ url: baseUrl(call) }] }, { 'Cache-Control': 'public, max-age=300' }),
);
