import { describe, expect, test } from '@jest/globals';
import { providersOf, visibleTo } from '#auth/principal.ts';
import { readTokenHolder } from '#auth/token-claims.ts';

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
