import { describe, expect, test } from '@jest/globals';
import { challengeOf, createProofKey, randomText } from '#web/session/oidc.ts';
import { claimsOf } from '#web/session/tokens.ts';

describe('proof key for code exchange', () => {
  test('computes the challenge of RFC 7636, appendix B', async () => {
    expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  test('creates verifiers of 43 unreserved characters, each a new one', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, createProofKey));
    for (const { verifier, challenge } of keys) {
      expect(verifier).toMatch(/^[\w-]{43}$/);
      expect(challenge).toBe(await challengeOf(verifier));
    }
    expect(new Set(keys.map(({ verifier }) => verifier)).size).toBe(20);
    expect(randomText()).not.toBe(randomText());
  });
});

describe('claims of a token', () => {
  const tokenWith = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.c2ln`;

  test('reads names with accents', () => {
    expect(claimsOf(tokenWith('{"sub":"1","name":"Íñigo"}'))).toEqual({ sub: '1', name: 'Íñigo' });
  });

  test.each(['', 'opaque', 'a.b.c', tokenWith('{')])('returns no claims of %j', (token) => {
    expect(claimsOf(token)).toEqual({});
  });
});
