import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import {
  authorizationRequest,
  parametersOf,
  parametersOfRedirect,
  redirectUri,
  startTestIssuer,
  type TestIssuer,
  tokensOf,
  verifier,
} from './issuer-of-tests.ts';

describe('tokens', () => {
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
});

describe('authorization', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startTestIssuer();
  });
  afterAll(() => issuer.stop());

  describe('the discovery document', () => {
    test('names the endpoints of the code flow with PKCE for a public client', async () => {
      const document = await (await issuer.get('.well-known/openid-configuration')).json();
      const at = (path: string) => `${issuer.baseUrl}/.local/oidc/${path}`;
      expect(document).toMatchObject({
        issuer: `${issuer.baseUrl}/.local/oidc`,
        authorization_endpoint: at('authorize'),
        token_endpoint: at('token'),
        end_session_endpoint: at('end-session'),
        jwks_uri: at('jwks.json'),
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    });
  });

  describe('the authorization page', () => {
    test('offers each person by name with the role, without scripts', async () => {
      const response = await issuer.authorize(authorizationRequest());
      const text = await response.text();
      expect(response.status).toBe(200);
      expect(text).toContain('<button name="person" value="ana"><b>Ana</b>, owner of Meadow Farm</button>');
      expect(text).toContain('<b>Mia &#60;b&#62;&#34;O&#39;Hara&#34;&#60;/b&#62;</b>, biller');
      expect(text).not.toMatch(/<script|<style|style=/);
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; form-action 'self' http://localhost:5173; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    test('repeats the parameters of the request as text', async () => {
      const text = await (await issuer.authorize(authorizationRequest({ state: '"><script>x' }))).text();
      expect(text).toContain('name="state" value="&#34;&#62;&#60;script&#62;x"');
    });

    test('sends the browser back with code and state, also to an address with a query', async () => {
      const request = authorizationRequest({ redirect_uri: `${redirectUri}?a=b`, person: 'ana' });
      const response = await issuer.post('authorize', request);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toMatch(/\?a=b&code=[\w-]{43}&state=the-state$/);
    });

    test('shows the page again for a person who does not exist', async () => {
      const response = await issuer.post('authorize', authorizationRequest({ person: 'nobody' }));
      expect(response.status).toBe(200);
    });

    test.each([
      ['an unknown client', { client_id: 'other' }],
      ['no client', { client_id: undefined }],
      ['no redirect address', { redirect_uri: undefined }],
      ['a redirect address of another machine', { redirect_uri: 'https://evil.example/return' }],
      ['a redirect address that hides its host', { redirect_uri: 'http://localhost@evil.example/' }],
      ['a redirect address with a fragment', { redirect_uri: `${redirectUri}#x` }],
      ['a redirect address that is a script', { redirect_uri: 'javascript:alert(1)' }],
    ])('does not redirect with %s', async (_, changes) => {
      const response = await issuer.authorize(authorizationRequest(changes));
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(await response.text()).toContain('role="alert"');
    });

    test.each([
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: undefined }, 'invalid_request'],
      [{ scope: 'profile' }, 'invalid_scope'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ prompt: 'none' }, 'login_required'],
    ])('sends the fault of %j to the client', async (changes, error) => {
      const parameters = parametersOfRedirect(await issuer.authorize(authorizationRequest(changes)));
      expect([parameters.get('error'), parameters.get('state')]).toEqual([error, 'the-state']);
      expect(parameters.has('code')).toBe(false);
    });

    test('refuses a repeated parameter', async () => {
      const request = authorizationRequest();
      request.append('scope', 'openid');
      expect(parametersOfRedirect(await issuer.authorize(request)).get('error')).toBe('invalid_request');
    });
  });

  describe('the person whom the browser remembers', () => {
    const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

    test('signs in with prompt=none until sign-out', async () => {
      const chosen = await issuer.post('authorize', authorizationRequest({ person: 'ana' }));
      expect(chosen.headers.get('set-cookie')).toMatch(/; Path=\/\.local\/oidc; .*; HttpOnly; SameSite=Lax$/);
      const silent = await issuer.authorize(authorizationRequest({ prompt: 'none' }), {
        cookie: cookieOf(chosen),
      });
      expect(parametersOfRedirect(silent).get('code')).toMatch(/^[\w-]{43}$/);

      const ended = await issuer.get('end-session');
      const after = await issuer.authorize(authorizationRequest({ prompt: 'none' }), {
        cookie: cookieOf(ended),
      });
      expect(parametersOfRedirect(after).get('error')).toBe('login_required');
    });

    test('is still asked without prompt=none', async () => {
      const response = await issuer.authorize(authorizationRequest(), { cookie: 'granary-person=ana' });
      expect(response.status).toBe(200);
    });
  });

  describe('sign-out', () => {
    test('sends the browser back with the state', async () => {
      const query = parametersOf({ post_logout_redirect_uri: 'http://localhost:5173/sign-in', state: 's' });
      const response = await issuer.get(`end-session?${query}`);
      expect(response.headers.get('location')).toBe('http://localhost:5173/sign-in?state=s');
    });

    test('stays on a page of the issuer without an address, and refuses one of another machine', async () => {
      expect((await issuer.get('end-session')).status).toBe(200);
      const query = parametersOf({ post_logout_redirect_uri: 'https://evil.example/' });
      const refused = await issuer.get(`end-session?${query}`);
      expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    });
  });
});
