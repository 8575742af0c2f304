import { describe, expect, test } from '@jest/globals';
import { TokenBucket } from '#lib/local/api-gateway/keys/usage-plan-limiter.ts';
import { evaluatePolicy, policySchema } from '#lib/local/api-gateway/processing/authorizers.ts';

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
    ['a dot matches only a dot', policy(['Allow', arn.replace('abc', 'a.c')]), 'deny'],
    ['another method', policy(['Allow', arn.replace('GET', 'PUT')]), 'deny'],
    ['one of several', policy(['Allow', ['arn:none', arn]]), 'allow'],
    ['a deny wins over an allow', policy(['Allow', '*'], ['Deny', '*orders*']), 'explicit-deny'],
    ['a deny of something else', policy(['Allow', '*'], ['Deny', '*products*']), 'allow'],
    ['any action', policy(['Allow', '*', 'execute-api:*']), 'allow'],
    ['another action', policy(['Allow', '*', 's3:GetObject']), 'deny'],
    ['no statement', policy(), 'deny'],
  ])('evaluates %s', (_, document, expected) => {
    expect(evaluatePolicy(document, arn)).toBe(expected);
  });
});

describe('token bucket', () => {
  test('lets a burst pass at once, then requests at the rate', () => {
    const bucket = new TokenBucket({ rate: 2, burst: 3 }, 0);
    expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
    expect(bucket.take(400)).toBe(false);
    expect(bucket.take(500)).toBe(true);
    expect(bucket.take(600)).toBe(false);
  });

  test('holds the burst at most, and adds nothing when the clock goes back', () => {
    const bucket = new TokenBucket({ rate: 100, burst: 2 }, 0);
    expect([60_000, 60_000, 60_000, 0].map((now) => bucket.take(now))).toEqual([true, true, false, false]);
  });
});
