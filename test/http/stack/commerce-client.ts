import { randomUUID } from 'node:crypto';
import { type ClientOptions, CommerceClient } from '#clients/typescript/src/index.ts';
import { stack } from './api-client.ts';
import { bearer } from './bearer.ts';

/**
 * Returns a typed client of the stack under test, by default with the key of the owner. Each request has a new client address,
 * so that tests do not share the windows of limiters.
 */
export const commerceClient = (options: Partial<ClientOptions> = { apiKey: stack.apiKeys.owner }) =>
  new CommerceClient({
    baseUrl: stack.baseUrl,
    // API Gateway's throttle of a method is shared by all tests.
    maxRetries: 10,
    ...options,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('X-Forwarded-For', randomUUID());
      return fetch(url, { ...init, headers });
    },
  });

/** Returns a client of a new person, and the id of a new brand that the person owns. */
export async function ownerOfNewBrand(settings: { readonly catalog?: 'managed' | 'external' } = {}) {
  const token = await bearer({ sub: `owner-${randomUUID()}` });
  const client = commerceClient({ token });
  const { id: brand_id } = await client.brands.create({ name: 'New brand', ...settings });
  return { client, brand_id };
}
