import { ServiceError } from '../control-plane/operation.ts';
import type { RestRoute } from '../control-plane/rest.ts';
import { parseJson } from '../json-text.ts';
import type { AsyncInvocations } from './events/async-invocations.ts';
import type { Functions } from './functions.ts';

export function lambdaRoutes(functions: Functions, asyncInvocations: AsyncInvocations): readonly RestRoute[] {
  return [
    {
      method: 'POST',
      path: '/2015-03-31/functions/{name}/invocations',
      handle: async ({ parameter, headers, rawBody }) => {
        const name = parameter('name');
        const pool = functions.find(name);
        if (pool === undefined) {
          throw new ServiceError('ResourceNotFoundException', `Function not found: ${name}`, 404);
        }
        const payload = rawBody.length === 0 ? '{}' : rawBody.toString('utf8');
        if (parseJson(payload) === undefined) {
          throw new ServiceError('InvalidRequestContentException', 'Could not parse request body into json');
        }
        if (headers['x-amz-invocation-type'] === 'Event') {
          asyncInvocations.accept(pool.config.name, payload);
          return { status: 202, body: '' };
        }
        const outcome = await pool.invoke(payload);
        const version = { 'X-Amz-Executed-Version': '$LATEST' };
        if (outcome.ok) return { status: 200, headers: version, body: outcome.payload };
        return {
          status: 200,
          headers: { ...version, 'X-Amz-Function-Error': 'Unhandled' },
          body: JSON.stringify(outcome.error),
        };
      },
    },
  ];
}
