import { describe, expect, test } from '@jest/globals';
import { challengeOf, createProofKey, randomText } from '#web/session/oidc.ts';
import { claimsOf, lifeLeft, lifeOf } from '#web/session/tokens.ts';

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

const hour = 3_600_000;

describe('the life of a token', () => {
  test('is what the provider states for the token that is sent', () => {
    expect(lifeOf({ claims: { iat: 1_000, exp: 4_600 }, expiresIn: undefined })).toBe(hour);
    expect(lifeOf({ claims: { iat: 1_000, exp: 9_000 }, expiresIn: 3_600 })).toBe(hour);
    expect(lifeOf({ claims: {}, expiresIn: '3600' })).toBe(hour);
  });

  test.each([undefined, 0, -5, 'soon', null])('is five minutes if the provider states %j', (expiresIn) => {
    expect(lifeOf({ claims: { exp: 9_000 }, expiresIn })).toBe(300_000);
  });

  test('counts from the receipt on the clock of the device, even if that clock is days ahead', () => {
    const receivedAt = Date.now() + 6 * 24 * hour;
    const token = { receivedAt, expiresAt: receivedAt + hour };
    expect(lifeLeft(token, receivedAt)).toBe(hour);
    expect(lifeLeft(token, receivedAt + hour + 1)).toBeLessThan(0);
  });

  test('is over when the clock jumps back behind the receipt', () => {
    const receivedAt = 50 * hour;
    expect(lifeLeft({ receivedAt, expiresAt: receivedAt + hour }, receivedAt - 1)).toBe(0);
  });
});
