import { exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { DataFolder } from '../state/data-folder.ts';
import type { Person, SignIn } from './sign-ins.ts';

/** Lifetime of the tokens of a sign-in, in seconds. */
export const tokenSeconds = 3_600;

/** Signs an access token of the development issuer. `expires` is a duration such as 1h; `claims` may include `sub`. */
export function signToken(
  key: IssuerKey,
  baseUrl: string,
  claims: Readonly<Record<string, unknown>>,
  expires = '1h',
): Promise<string> {
  return sign(key, { iss: issuerOf(baseUrl), aud: audience, ...claims }, expires);
}

/** Signs an ID token (OpenID Connect Core 1.0, section 2). Its audience is the client, so the APIs refuse it. */
export function signIdToken(
  key: IssuerKey,
  baseUrl: string,
  { signIn, person, nonce }: { signIn: SignIn; person: Person; nonce: string | undefined },
): Promise<string> {
  const claims = {
    iss: issuerOf(baseUrl),
    aud: signIn.client,
    sub: person.id,
    name: person.name,
    sid: signIn.id,
    auth_time: signIn.authenticatedAt,
    ...(nonce !== undefined && { nonce }),
  };
  return sign(key, claims, `${tokenSeconds}s`);
}

/** Returns the sign-in that an ID token names, also an expired one; undefined if the issuer did not sign it. */
export async function signInOf(key: IssuerKey, idToken: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(idToken, await importJWK(publicPart(key), 'ES256'), {
      currentDate: new Date(0),
    });
    return typeof payload['sid'] === 'string' ? payload['sid'] : undefined;
  } catch {
    return undefined;
  }
}

async function sign(
  key: IssuerKey,
  claims: Readonly<Record<string, unknown>>,
  expires: string,
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(await importJWK(key, 'ES256'));
}

/** Path of the issuer at the address of the stack. */
export const issuerPath = '/.local/oidc';

/** `aud` of access tokens. */
export const audience = 'granary';

const keyFile = 'state/issuer-key.json';
const keySchema = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
export type IssuerKey = z.infer<typeof keySchema>;

export function issuerOf(baseUrl: string): string {
  return `${baseUrl}${issuerPath}`;
}

/** Returns the issuer's key, which is generated on first use and kept in the data folder. */
export async function issuerKey(folder: DataFolder): Promise<IssuerKey> {
  const existing = folder.readJson(keyFile, keySchema);
  if (existing !== undefined) return existing;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = keySchema.parse({ kid: crypto.randomUUID(), ...(await exportJWK(privateKey)) });
  folder.writeJson(keyFile, key);
  return key;
}

/** The public part of the key, as in the document of keys. */
export function publicPart({ d: _, ...publicKey }: IssuerKey) {
  return { ...publicKey, alg: 'ES256', use: 'sig' };
}
