import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { authorizeCall } from './authorization.ts';
import type { Exchange } from './exchange.ts';
import { checkAccept, pipeline } from './pipeline.ts';
import type { Reply } from './replies.ts';
import { validateInput } from './validation.ts';

export { baseUrl } from './public-address.ts';
export { ok, plain } from './replies.ts';

/** Handler of an endpoint that has no data of its own: nothing of the store is loaded. */
export const plainEndpoint = (
  endpoint: EndpointDeclaration,
  run: (call: Pick<Exchange, 'now' | 'principal' | 'event' | 'endpoint'>) => Reply,
) => pipeline(endpoint, [checkAccept, validateInput, authorizeCall], async (exchange) => run(exchange));
