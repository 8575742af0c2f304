import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { anonymous } from '#auth/principal.ts';
import { requestAuthorizer } from '#auth/request-authorizer.ts';
import { claimsAuthorizerEnvironment, commerceAuthorizerEnvironment } from '#contract/environment.ts';

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
