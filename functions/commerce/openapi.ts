import { commerceDocument } from '#contract/commerce/document.ts';
import { openapi } from '#contract/commerce/service.ts';
import { plain, plainEndpoint } from '#http/plain-endpoint.ts';

const document = commerceDocument();

export const handler = plainEndpoint(openapi, () =>
  plain(document, { 'Cache-Control': 'public, max-age=300' }),
);
