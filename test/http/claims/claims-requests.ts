import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { unknownIds, validBody, validQuery } from '../../claims/valid-requests.ts';
import { type ApiResponse, call } from '../stack/api-client.ts';

type Options = NonNullable<Parameters<typeof call>[2]>;

/** Sends a valid request with unknown ids to the endpoint. */
export function callValidly(endpoint: EndpointDeclaration, options: Options): Promise<ApiResponse> {
  const ids = unknownIds(endpoint);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  const query = new URLSearchParams(validQuery(endpoint)).toString();
  return call(endpoint.method, query === '' ? path : `${path}?${query}`, {
    body: validBody(endpoint),
    ...options,
  });
}
