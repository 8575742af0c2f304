import { randomUUID } from 'node:crypto';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { claimInput, newNumber } from '../../fixtures/claims/claim-input.ts';
import { type ApiResponse, call } from '../stack/api-client.ts';

/** Valid and harmless bodies by endpoint; other endpoints take none. */
const bodies: Readonly<Record<string, () => object>> = {
  'create-claim': () => claimInput({ number: newNumber() }),
  'create-file': () => ({ name: 'some claims.x12' }),
  'create-api-key': () => ({ name: 'Test', role: 'auditor' }),
  'submit-claims': () => ({ claim_ids: [randomUUID()] }),
  'parse-implementation-acknowledgment': () => ({ content: 'no X12' }),
  'parse-claim-acknowledgment': () => ({ content: 'no X12' }),
  'parse-remittance': () => ({ content: 'no X12' }),
};

/** Returns the path with unknown ids. */
export const pathOf = ({ path }: EndpointDeclaration): string => path.replace(/\{\w+\}/g, () => randomUUID());

type Options = NonNullable<Parameters<typeof call>[2]>;

/** Sends a valid request to the endpoint. */
export const callValidly = (endpoint: EndpointDeclaration, options: Options): Promise<ApiResponse> =>
  call(endpoint.method, pathOf(endpoint), { body: validBody(endpoint), ...options });

/** Returns a valid body; undefined for an endpoint without a body. */
export const validBody = ({ name }: EndpointDeclaration): object | undefined => bodies[name]?.();

export function endpointNamed(name: string): EndpointDeclaration {
  const found = claimsEndpoints.find((endpoint) => endpoint.name === name);
  if (found === undefined) throw new Error(`There is no endpoint ${name}`);
  return found;
}
