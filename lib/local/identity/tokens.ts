import { importJWK, jwtVerify, SignJWT } from 'jose';
import { audience, type IssuerKey, issuerOf, publicPart } from './issuer-key.ts';
import type { Person } from './people.ts';
import type { SignIn } from './sign-ins.ts';

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
