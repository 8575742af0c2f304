import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import * as z from 'zod';
import { httpServer, listen } from '#lib/local/http/http-server.ts';
import { issuerHandler } from '#lib/local/identity/issuer.ts';
import { type Person, SignIns } from '#lib/local/identity/sign-ins.ts';
import { issuerKey } from '#lib/local/identity/tokens.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { newFolder, removeFolder } from '../fixture/runtime.ts';

export const redirectUri = 'http://localhost:5173/sign-in/return';
export const verifier = 'v'.repeat(43);

/** A complete authorization request with PKCE; a member that is undefined is left out. */
export const authorizationRequest = (changes: Readonly<Record<string, string | undefined>> = {}) =>
  parametersOf({
    response_type: 'code',
    client_id: 'granary-web',
    redirect_uri: redirectUri,
    scope: 'openid profile offline_access',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });

export const parametersOf = (values: Readonly<Record<string, string | undefined>>) => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) parameters.set(name, value);
  return parameters;
};

const people: readonly Person[] = [
  { id: 'ana', name: 'Ana', role: 'owner of Meadow Farm', claims: { granary_brands: { meadow: 'owner' } } },
  { id: 'mia', name: 'Mia <b>"O\'Hara"</b>', role: 'biller', claims: { granary_claims_roles: ['biller'] } },
];

/** Starts a separate development issuer. The clock of its codes can be moved. */
export async function startTestIssuer() {
  const path = newFolder();
  mkdirSync(`${path}/state`, { recursive: true });
  const key = await issuerKey(DataFolder.look(path));
  const signIns = new SignIns(`${path}/state/sign-ins.jsonl`);
  const clock = { now: Date.now() };
  let baseUrl = '';
  const handle = issuerHandler({
    key,
    baseUrl: () => baseUrl,
    people: () => people,
    signIns,
    now: () => clock.now,
  });
  const server = httpServer((request, response) => {
    if (!handle(request, response, (request.url ?? '/').split('?', 1)[0] ?? '/'))
      response.writeHead(404).end();
  });
  baseUrl = await listen(server, 0);
  const post = (endpoint: string, form: URLSearchParams, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${baseUrl}/.local/oidc/${endpoint}`, { method: 'POST', body: form, redirect: 'manual', headers });
  const authorize = (parameters: URLSearchParams, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${baseUrl}/.local/oidc/authorize?${parameters}`, { redirect: 'manual', headers });
  return {
    baseUrl,
    clock,
    post,
    authorize,
    get: (endpoint: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${baseUrl}/.local/oidc/${endpoint}`, { redirect: 'manual', headers }),
    /** Chooses a person on the page. Returns the code of the redirect. */
    codeFor: async (person: string, request = authorizationRequest()) => {
      request.set('person', person);
      return parametersOfRedirect(await post('authorize', request)).get('code') ?? '';
    },
    token: (changes: Readonly<Record<string, string | undefined>>) =>
      post(
        'token',
        parametersOf({
          grant_type: 'authorization_code',
          client_id: 'granary-web',
          redirect_uri: redirectUri,
          code_verifier: verifier,
          ...changes,
        }),
      ),
    stop: () => {
      server.closeAllConnections();
      server.close();
      signIns.close();
      removeFolder(path);
    },
  };
}
export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>;

export const parametersOfRedirect = (response: Response): URLSearchParams =>
  new URL(response.headers.get('location') ?? 'http://no.redirect').searchParams;

const tokensSchema = z.looseObject({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string().optional(),
});

export const tokensOf = async (response: Response) => tokensSchema.parse(await response.json());
