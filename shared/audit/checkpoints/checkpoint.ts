import { createHash, createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import type { ChainHead } from '../entries/chain.ts';
import { unitSeparator } from '../entries/entry.ts';
import type { SignedHashes } from '../verification/chain-walk.ts';

/** A signed statement that entry `sequence` of the chain had this hash at `time`. */
export const checkpoint = z.strictObject({
  chain: z.string().min(1),
  sequence: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  time: z.iso.datetime({ precision: 3 }),
  /** SHA-256 of the signing key's SubjectPublicKeyInfo, hex. */
  key_id: z.string().regex(/^[0-9a-f]{64}$/),
  /** ECDSA on P-256 with SHA-256, DER, base64. */
  signature: z.base64(),
});
export type Checkpoint = z.output<typeof checkpoint>;

type Statement = Pick<Checkpoint, 'chain' | 'sequence' | 'hash' | 'time'>;

/** A key for checkpoints: ECDSA on P-256. */
export interface CheckpointSigner {
  /** Returns the signature over SHA-256, DER. */
  sign(message: Uint8Array): Promise<Uint8Array>;
  /** SubjectPublicKeyInfo, PEM. */
  publicKey(): Promise<string>;
}

/** The signed bytes. The first field ensures that the signature is valid for nothing else. */
export const signedBytes = ({ chain, sequence, hash, time }: Statement): Uint8Array =>
  Buffer.from(['granary-audit-checkpoint-1', chain, sequence, hash, time].join(unitSeparator));

/** Signs the head of a chain. */
export async function signCheckpoint(
  signer: CheckpointSigner,
  chain: string,
  { sequence, hash }: ChainHead,
  now: Date,
): Promise<Checkpoint> {
  const statement = { chain, sequence, hash, time: now.toISOString() };
  const signature = Buffer.from(await signer.sign(signedBytes(statement))).toString('base64');
  return { ...statement, key_id: keyId(await signer.publicKey()), signature };
}

/** Fingerprint of a public key: SHA-256 of its SubjectPublicKeyInfo, hex. */
export const keyId = (publicKeyPem: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' }))
    .digest('hex');

/** Verifies signatures of one chain's checkpoints. */
export function checkpointVerifier(chain: string, publicKeyPem: string): (signed: Checkpoint) => boolean {
  const key = createPublicKey(publicKeyPem);
  const id = keyId(publicKeyPem);
  return (signed) =>
    signed.chain === chain &&
    signed.key_id === id &&
    verify('sha256', signedBytes(signed), key, Buffer.from(signed.signature, 'base64'));
}

/** The hashes in the checkpoints. Two checkpoints of one entry must agree. */
export function signedHashesOf(
  checkpoints: Iterable<Checkpoint>,
  isValid: (signed: Checkpoint) => boolean,
): SignedHashes {
  const witness = new Map<number, string | undefined>();
  for (const signed of checkpoints) {
    const hash = isValid(signed) ? signed.hash : undefined;
    const known = witness.get(signed.sequence);
    const agrees = !witness.has(signed.sequence) || known === hash;
    witness.set(signed.sequence, agrees ? hash : undefined);
  }
  return witness;
}
