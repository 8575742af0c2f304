import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  authorizationRequest,
  parametersOf,
  redirectUri,
  startTestIssuer,
  type TestIssuer,
  tokensOf,
  verifier,
} from './issuer-of-tests.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer.stop());

const verify = async (token: string, audience: string) => {
  const keys = createRemoteJWKSet(new URL(`${issuer.baseUrl}/.local/oidc/jwks.json`));
  const { payload } = await jwtVerify(token, keys, { issuer: `${issuer.baseUrl}/.local/oidc`, audience });
  return payload;
};

const signIn = async (person = 'ana', request = authorizationRequest()) =>
  tokensOf(await issuer.token({ code: await issuer.codeFor(person, request) }));

const refresh = (refreshToken: string | undefined) =>
  issuer.post(
    'token',
    parametersOf({
      grant_type: 'refresh_token',
      client_id: 'granary-web',
      refresh_token: refreshToken,
    }),
  );

const errorOf = async (response: Response) => [response.status, Object(await response.json()).error];

describe('an authorization code', () => {
  test('gives an access token for the APIs and an ID token for the client', async () => {
    const response = await issuer.token({ code: await issuer.codeFor('ana') });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const tokens = await tokensOf(response);
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile offline_access',
    });
    expect(await verify(tokens.access_token, 'granary')).toMatchObject({
      sub: 'ana',
      granary_brands: { meadow: 'owner' },
    });
    expect(await verify(tokens.id_token, 'granary-web')).toMatchObject({
      sub: 'ana',
      name: 'Ana',
      nonce: 'the-nonce',
    });
  });

  test('serves once; a second use ends the sign-in of the first', async () => {
    const code = await issuer.codeFor('ana');
    const { refresh_token } = await tokensOf(await issuer.token({ code }));
    expect(await errorOf(await issuer.token({ code }))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(await refresh(refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('expires after 60 seconds', async () => {
    const [early, late] = [await issuer.codeFor('ana'), await issuer.codeFor('ana')];
    issuer.clock.now += 59_999;
    expect((await issuer.token({ code: early })).status).toBe(200);
    issuer.clock.now += 1;
    expect(await errorOf(await issuer.token({ code: late }))).toEqual([400, 'invalid_grant']);
  });

  test.each([
    ['another redirect address', { redirect_uri: `${redirectUri}/other` }, 400, 'invalid_grant'],
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 400, 'invalid_grant'],
    ['a verifier that is too short', { code_verifier: 'v' }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: undefined }, 400, 'invalid_request'],
    ['no client', { client_id: undefined }, 400, 'invalid_request'],
    ['an unknown client', { client_id: 'other' }, 401, 'invalid_client'],
    ['an unknown grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown code', { code: 'guessed' }, 400, 'invalid_grant'],
  ])('is refused with %s', async (_, changes, status, error) => {
    const code = await issuer.codeFor('ana');
    expect(await errorOf(await issuer.token({ code, ...changes }))).toEqual([status, error]);
    expect((await issuer.token({ code })).status).toBe(200);
  });
});

describe('a refresh token', () => {
  test('is given for offline_access only', async () => {
    expect(await signIn('ana', authorizationRequest({ scope: 'openid' }))).not.toHaveProperty(
      'refresh_token',
    );
  });

  test('rotates, and keeps person and sign-in', async () => {
    const first = await signIn('mia');
    const second = await tokensOf(await refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await verify(second.access_token, 'granary')).toMatchObject({
      sub: 'mia',
      granary_claims_roles: ['biller'],
    });
    const before = await verify(first.id_token, 'granary-web');
    const after = await verify(second.id_token, 'granary-web');
    expect(after).toMatchObject({ sid: before['sid'], auth_time: before['auth_time'] });
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  test('ends the sign-in when it comes a second time', async () => {
    const first = await signIn();
    const second = await tokensOf(await refresh(first.refresh_token));
    expect(await errorOf(await refresh(first.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(await refresh(second.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  test('ends with the sign-out of its ID token, not with that of another sign-in', async () => {
    const [one, other] = [await signIn(), await signIn()];
    await issuer.get(`end-session?${parametersOf({ id_token_hint: one.id_token })}`);
    expect(await errorOf(await refresh(one.refresh_token))).toEqual([400, 'invalid_grant']);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test('survives the sign-out of a forged ID token', async () => {
    const { refresh_token, id_token } = await signIn();
    const forged = `${id_token.slice(0, id_token.lastIndexOf('.'))}.${'A'.repeat(86)}`;
    await issuer.get(`end-session?${parametersOf({ id_token_hint: forged })}`);
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});

describe('the address of the request', () => {
  const discoveryAt = (host: string): Promise<{ issuer: string; token_endpoint: string }> =>
    new Promise((resolve, reject) => {
      const url = `${issuer.baseUrl}/.local/oidc/.well-known/openid-configuration`;
      get(url, { headers: { host } }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve(JSON.parse(Buffer.concat(chunks).toString()));
      }).on('error', reject);
    });

  test('is that of the endpoints, while the issuer stays that of the stack', async () => {
    expect(await discoveryAt('localhost:5173')).toMatchObject({
      issuer: `${issuer.baseUrl}/.local/oidc`,
      token_endpoint: 'http://localhost:5173/.local/oidc/token',
    });
  });
});

test('a form that is too large is refused', async () => {
  const response = await issuer.token({ code: 'x'.repeat(70_000), code_verifier: verifier });
  expect(response.status).toBe(413);
});
