import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { anonymous, providersOf, visibleTo } from '#auth/principal.ts';
import { requestAuthorizer } from '#auth/request-authorizer.ts';
import { readTokenHolder } from '#auth/token-claims.ts';
import { claimsAuthorizerEnvironment, commerceAuthorizerEnvironment } from '#contract/environment.ts';

describe('request authorizer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test.each([
    ['commerce', commerceAuthorizerEnvironment],
    ['claims', claimsAuthorizerEnvironment],
  ])('a key of %s that was used and then revoked is refused within 15 seconds', async (_, environment) => {
    const { CREDENTIAL_CACHE_SECONDS: cacheSeconds } = environment.parse({
      COMMERCE_TABLE: 't',
      CLAIMS_TABLE: 't',
      PEOPLE_KEY: 'k',
      GATEWAY_KEY_PREFIX: 'k',
    });
    let isRevoked = false;
    const authorize = requestAuthorizer(
      {
        holderOf: async () => (isRevoked ? undefined : { ...anonymous, subject: 'key:1' }),
        bearerOf: async () => anonymous,
        verifyBearer: undefined,
      },
      { gatewayKeyOf: () => 'plan', cacheSeconds },
    );
    const request = { headers: { 'X-API-Key': 'secret' }, methodArn: 'arn:a/b/c' } as unknown;
    const use = () => authorize(request as APIGatewayRequestAuthorizerEvent);
    await expect(use()).resolves.toMatchObject({ principalId: 'key:1' });
    isRevoked = true;
    jest.advanceTimersByTime(15_000);
    await expect(use()).rejects.toThrow('Unauthorized');
  });
});

const names = {
  claimsRoles: 'roles',
  brands: 'brands',
  operator: 'operator',
  billingNpis: 'providers',
  roleNames: new Map(),
};

describe('The billing providers of a token', () => {
  test.each([
    ['a list', ['1234567893', '1245319599'], ['1234567893', '1245319599']],
    ['numbers', [1234567893], ['1234567893']],
    ['one number', 1234567893, ['1234567893']],
    ['text with separators', '1234567893, 1245319599', ['1234567893', '1245319599']],
    ['a list as JSON text', '["1234567893"]', ['1234567893']],
    ['no NPI', ['all'], []],
    ['an empty list', [], []],
    ['null', null, []],
  ])('are read from %s', (_, providers, expected) => {
    expect(readTokenHolder({ sub: 'a', providers }, names)?.billingNpis).toEqual(expected);
  });

  test('are all providers without the claim', () => {
    expect(readTokenHolder({ sub: 'a' }, names)).not.toHaveProperty('billingNpis');
  });
});

describe('A caller', () => {
  const caller = {
    subject: 'a',
    credential: 'bearer',
    operator: false,
    brands: {},
    claimsRoles: [],
  } as const;
  const free = { ...caller, brands: {}, claimsRoles: [] };
  const limited = { ...free, billingNpis: ['1'] };

  test('sees records of its providers', () => {
    expect(visibleTo(limited, { billing_npi: '1' })).toEqual({ billing_npi: '1' });
    expect(visibleTo(limited, { billing_npi: '2' })).toBeUndefined();
    expect(visibleTo(free, { billing_npi: '2' })).toEqual({ billing_npi: '2' });
  });

  test('lists its providers', () => {
    expect([providersOf(free, undefined), providersOf(limited, undefined)]).toEqual([undefined, ['1']]);
    expect([providersOf(free, '2'), providersOf(limited, '1'), providersOf(limited, '2')]).toEqual([
      ['2'],
      ['1'],
      [],
    ]);
  });
});
