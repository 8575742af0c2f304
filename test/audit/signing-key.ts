import { generateKeyPairSync, sign } from 'node:crypto';
import type { CheckpointSigner } from '#audit/checkpoints/checkpoint.ts';

/** A local signing key of the same type as the key in KMS (ECC_NIST_P256). */
export function newSigningKey(): CheckpointSigner & { readonly pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    pem,
    publicKey: async () => pem,
    sign: async (message) => sign('sha256', message, privateKey),
  };
}
