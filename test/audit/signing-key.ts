import { generateKeyPairSync, sign } from 'node:crypto';
import type { CheckpointSigner } from '#audit/checkpoints/checkpoint.ts';

/** A key of the kind that KMS holds (ECC_NIST_P256), held here. */
export function newSigningKey(): CheckpointSigner & { readonly pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    pem,
    publicKey: async () => pem,
    sign: async (message) => sign('sha256', message, privateKey),
  };
}
