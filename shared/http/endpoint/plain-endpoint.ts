import type { EndpointDeclaration, ValidInput } from '#contract/endpoint.ts';
import type { Reply } from '../reply/replies.ts';
import { checkAccept } from '../request/accept.ts';
import { authorizeCall } from '../request/authorization.ts';
import type { Exchange } from '../request/exchange.ts';
import { readPreconditions } from '../request/preconditions.ts';
import { validateInput } from '../request/validation.ts';
import { pipeline } from './pipeline.ts';

export { ok, okBare } from '../reply/replies.ts';
export { baseUrl } from '../request/public-address.ts';

/** What an operation without records gets. */
export type PlainCall<E extends EndpointDeclaration> = ValidInput<E> &
  Pick<Exchange, 'now' | 'principal' | 'event' | 'endpoint'>;

/** Handler of an endpoint without records. It does not load the tables. */
export const plainEndpoint = <const E extends EndpointDeclaration>(
  endpoint: E,
  run: (call: PlainCall<E>) => Reply | Promise<Reply>,
) =>
  pipeline(
    endpoint,
    [checkAccept, validateInput, readPreconditions, authorizeCall],
    async ({ now, principal, event, input }) =>
      // The step of validation has parsed the input with the schemas of this type.
      run({ now, principal, event, endpoint, ...(input as ValidInput<E>) }),
  );
