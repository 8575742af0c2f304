import { exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod';
import type { DataFolder } from '../state/data-folder.ts';

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
