import { describe, expect, test } from '@jest/globals';
import { lifeLeft, lifeOf } from '#web/session/tokens.ts';

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
