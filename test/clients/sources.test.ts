import { describe, expect, test } from '@jest/globals';
import { ClaimsClient, CommerceClient } from '#clients/typescript/src/index.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';

const services = [
  {
    service: 'commerce',
    client: new CommerceClient({ baseUrl: 'http://localhost' }),
    endpoints: commerceEndpoints,
  },
  {
    service: 'claims',
    client: new ClaimsClient({ baseUrl: 'http://localhost' }),
    endpoints: claimsEndpoints,
  },
];

describe.each(services)('the client of $service', ({ client, endpoints }) => {
  test('has one method for each endpoint', () => {
    const methods = Object.values(client).flatMap((operations: object) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(operations)).filter((name) => name !== 'constructor'),
    );
    expect(methods).toHaveLength(endpoints.length);
  });

  test('groups its methods by tag', () => {
    expect(Object.keys(client)).toHaveLength(new Set(endpoints.map(({ tag }) => tag)).size);
  });
});

test('refuses a base URL that is none', () => {
  expect(() => new CommerceClient({ baseUrl: 'api.example.com' })).toThrow('baseUrl is not a URL');
});
