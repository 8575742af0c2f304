import { describe, expect, test } from '@jest/globals';
import { TokenBucket } from '#lib/local/api-gateway/keys/token-bucket.ts';
import { periodStart } from '#lib/local/api-gateway/keys/usage-plan-limiter.ts';
import { matchesMediaType } from '#lib/local/api-gateway/processing/media-types.ts';
import { evaluatePolicy, policySchema } from '#lib/local/api-gateway/processing/policy.ts';

describe('policies', () => {
  const arn = 'arn:aws:execute-api:eu-west-1:000000000000:abc/live/GET/v1/orders/1';
  const policy = (...statements: readonly [string, string | string[], string?][]) =>
    policySchema.parse({
      Version: '2012-10-17',
      Statement: statements.map(([Effect, Resource, Action = 'execute-api:Invoke']) => ({
        Effect,
        Resource,
        Action,
      })),
    });

  test.each<[string, ReturnType<typeof policy>, string]>([
    ['the exact method', policy(['Allow', arn]), 'allow'],
    ['a wildcard over slashes', policy(['Allow', 'arn:aws:execute-api:*:*:abc/*/GET/*']), 'allow'],
    ['a question mark is one character', policy(['Allow', arn.replace('abc', 'a?c')]), 'allow'],
    ['a dot is a dot', policy(['Allow', arn.replace('abc', 'a.c')]), 'deny'],
    ['another method', policy(['Allow', arn.replace('GET', 'PUT')]), 'deny'],
    ['one of several', policy(['Allow', ['arn:none', arn]]), 'allow'],
    ['a deny wins over an allow', policy(['Allow', '*'], ['Deny', '*orders*']), 'explicit-deny'],
    ['a deny of something else', policy(['Allow', '*'], ['Deny', '*products*']), 'allow'],
    ['any action', policy(['Allow', '*', 'execute-api:*']), 'allow'],
    ['another action', policy(['Allow', '*', 's3:GetObject']), 'deny'],
    ['no statement', policy(), 'deny'],
  ])('%s', (_, document, expected) => {
    expect(evaluatePolicy(document, arn)).toBe(expected);
  });
});

describe('token bucket', () => {
  test('a burst passes at once, then requests pass at the rate', () => {
    const bucket = new TokenBucket({ rate: 2, burst: 3 }, 0);
    expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
    expect(bucket.take(400)).toBe(false);
    expect(bucket.take(500)).toBe(true);
    expect(bucket.take(600)).toBe(false);
  });

  test('it never holds more than the burst, and a clock that goes back gives nothing', () => {
    const bucket = new TokenBucket({ rate: 100, burst: 2 }, 0);
    expect([60_000, 60_000, 60_000, 0].map((now) => bucket.take(now))).toEqual([true, true, false, false]);
  });
});

test.each<[Parameters<typeof periodStart>[0], number, string, string]>([
  ['DAY', 0, '2026-11-21T23:59:59Z', '2026-11-21'],
  ['WEEK', 0, '2026-11-21T12:00:00Z', '2026-11-15'],
  ['WEEK', 0, '2026-11-22T00:00:00Z', '2026-11-22'],
  ['WEEK', 1, '2026-11-22T12:00:00Z', '2026-11-16'],
  ['MONTH', 0, '2026-11-21T12:00:00Z', '2026-11-01'],
  ['MONTH', 14, '2026-11-14T12:00:00Z', '2026-10-15'],
  ['MONTH', 14, '2026-11-15T00:00:00Z', '2026-11-15'],
  ['MONTH', 14, '2026-01-03T00:00:00Z', '2025-12-15'],
])('the %s quota period with offset %d around %s begins on %s', (period, offset, now, expected) => {
  expect(periodStart(period, offset, new Date(now))).toBe(expected);
});

test.each<[string[], string, boolean]>([
  [['application/pdf'], 'application/pdf; charset=x', true],
  [['image/*'], 'image/png', true],
  [['image/*'], 'text/plain', false],
  [['*/*'], 'anything/else', true],
  [[], 'image/png', false],
])('media types %j and %s: %s', (types, contentType, expected) => {
  expect(matchesMediaType(types, contentType)).toBe(expected);
});
