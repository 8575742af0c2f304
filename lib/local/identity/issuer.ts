import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import * as z from 'zod';
import type { LocalHandler } from '../api-gateway/server/gateway.ts';
import type { DataFolder } from '../state/data-folder.ts';

const issuerPath = '/.local/oidc';
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
type IssuerKey = z.infer<typeof keySchema>;

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

/** Signs a token of the development issuer. `expires` is a duration such as 1h; `claims` may include `sub`. */
export async function signToken(
  key: IssuerKey,
  baseUrl: string,
  claims: Readonly<Record<string, unknown>>,
  expires = '1h',
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
    .setIssuer(issuerOf(baseUrl))
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(await importJWK(key, 'ES256'));
}

export function issuerHandler(key: IssuerKey, baseUrl: () => string): LocalHandler {
  return (_request, response, path) => {
    if (!path.startsWith(`${issuerPath}/`)) return false;
    const body = documentsOf(key, issuerOf(baseUrl()))[path.slice(issuerPath.length)];
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'Not found' }));
    return true;
  };
}

const documentsOf = (
  { d: _, ...publicKey }: IssuerKey,
  issuer: string,
): Readonly<Record<string, object>> => ({
  '/.well-known/openid-configuration': {
    issuer,
    jwks_uri: `${issuer}/jwks.json`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  },
  '/jwks.json': { keys: [{ ...publicKey, alg: 'ES256', use: 'sig' }] },
});
