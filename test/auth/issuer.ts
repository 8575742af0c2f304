import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An identity provider on this machine: its discovery document, its keys, and tokens that it signs. */
export interface TestIssuer {
  /** Address without a trailing slash, with a path like that of providers with realms or tenants. */
  readonly address: string;
  /** Signs a token with exactly these claims; adds `iss`, `iat` and `exp` if they are missing. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  stop(): Promise<void>;
}

/** @param issuerSuffix what the provider appends to its address in `iss`, e.g. Auth0's slash */
export async function startIssuer(issuerSuffix = ''): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', use: 'sig' };
  const server = createServer((request, response) => {
    const documents: Readonly<Record<string, object>> = {
      '/realm/.well-known/openid-configuration': {
        issuer: `${address}${issuerSuffix}`,
        jwks_uri: `${address}/keys`,
      },
      '/realm/keys': { keys: [jwk] },
      '/other/.well-known/openid-configuration': { issuer: address, jwks_uri: `${address}/keys` },
    };
    const document = documents[request.url ?? ''];
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json', Connection: 'close' });
    response.end(JSON.stringify(document ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('No port');
  const address = `http://127.0.0.1:${bound.port}/realm`;
  return {
    address,
    sign: (claims, header = {}) =>
      new SignJWT({ iss: `${address}${issuerSuffix}`, exp: Math.floor(Date.now() / 1000) + 600, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...header })
        .setIssuedAt()
        .sign(privateKey),
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
