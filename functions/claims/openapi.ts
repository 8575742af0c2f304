import { claimsDocument } from '#contract/claims/document.ts';
import { claimsOpenapi } from '#contract/claims/service.ts';
import { plain, plainEndpoint } from '#http/plain-endpoint.ts';

const document = claimsDocument();

export const handler = plainEndpoint(claimsOpenapi, () =>
  plain(document, { 'Cache-Control': 'public, max-age=300' }),
);
