import type { EndpointDeclaration } from '#contract/endpoint.ts';
import type { Reply } from '../reply/replies.ts';
import { authorizeCall } from '../request/authorization.ts';
import type { Exchange } from '../request/exchange.ts';
import { validateInput } from '../request/validation.ts';
import { checkAccept, pipeline } from './pipeline.ts';

export { ok, okBare } from '../reply/replies.ts';
export { baseUrl } from '../request/public-address.ts';

/** Handler of an endpoint without stored data. It does not load the store. */
export const plainEndpoint = (
  endpoint: EndpointDeclaration,
  run: (call: Pick<Exchange, 'now' | 'principal' | 'event' | 'endpoint'>) => Reply,
) => pipeline(endpoint, [checkAccept, validateInput, authorizeCall], async (exchange) => run(exchange));
