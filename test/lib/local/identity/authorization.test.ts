import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  authorizationRequest,
  parametersOf,
  parametersOfRedirect,
  redirectUri,
  startTestIssuer,
  type TestIssuer,
} from './issuer-of-tests.ts';

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
