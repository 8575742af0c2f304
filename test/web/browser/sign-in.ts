import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import * as z from 'zod';

const client_id = 'granary-web';
const reply = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
});

/**
 * Opens a page as a person who has just signed in. The sign-in runs without the pages of the app and the issuer; the browser has the
 * cookie of the issuer afterwards, and the tab has the tokens. `origin` is where the browser finds the app, and the issuer with it.
 */
export async function openSignedIn(page: Page, origin: string, name: string, path: string): Promise<void> {
  const tokens = JSON.stringify(await tokensOf(page, origin, name));
  const script = await page.addInitScript((text) => sessionStorage.setItem('granary.tokens', text), tokens);
  await page.goto(path);
  // A sign-out or an expired token of the test has to last.
  await script.dispose();
}

/** The authorization code flow with PKCE, as the app does it, with the person chosen in the request. */
async function tokensOf(page: Page, origin: string, name: string) {
  const issuer = `${origin}/.local/oidc`;
  const { request } = page.context();
  const code_verifier = randomBytes(32).toString('base64url');
  const redirect_uri = `${origin}/sign-in/return`;
  const answer = await request.get(`${issuer}/authorize`, {
    params: {
      response_type: 'code',
      client_id,
      redirect_uri,
      scope: 'openid profile offline_access',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      person: name.toLowerCase(),
    },
    maxRedirects: 0,
  });
  const code = new URL(answer.headers()['location'] ?? '', origin).searchParams.get('code');
  if (code === null) throw new Error(`${name} was not signed in: ${answer.status()}`);
  const receivedAt = Date.now();
  const exchanged = await request.post(`${issuer}/token`, {
    form: { grant_type: 'authorization_code', code, redirect_uri, code_verifier, client_id },
  });
  const { access_token, id_token, refresh_token, expires_in } = reply.parse(await exchanged.json());
  return {
    token: access_token,
    idToken: id_token,
    refreshToken: refresh_token,
    receivedAt,
    expiresAt: receivedAt + expires_in * 1000,
  };
}
