import { type ChainSource, type Verification, verifyChain } from '../verification/verify-chain.ts';
import {
  type Checkpoint,
  type CheckpointSigner,
  checkpointVerifier,
  signCheckpoint,
  signedHashesOf,
} from './checkpoint.ts';

/** Where checkpoints are kept. What was put can neither be changed nor removed. */
export interface CheckpointArchive {
  /** Those of entries behind `after`, in the order of the chain. */
  list(after?: number): AsyncIterable<Checkpoint>;
  newest(): Promise<Checkpoint | undefined>;
  /** Keeps the first of an entry; another of the same entry changes nothing. */
  put(signed: Checkpoint): Promise<void>;
}

/** A chain with all that speaks for it. */
export interface CheckpointedChain {
  readonly chain: string;
  readonly source: ChainSource;
  readonly archive: CheckpointArchive;
  readonly signer: CheckpointSigner;
}

export type CheckpointOutcome =
  /** `behind`: the time was not enough to verify up to the head; the next run goes on from here. */
  | { readonly kind: 'signed'; readonly checkpoint: Checkpoint; readonly behind: boolean }
  /** Nothing was appended since the newest checkpoint. */
  | { readonly kind: 'current'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged'; readonly verification: Verification };

/**
 * Verifies what was appended since the newest checkpoint, the entry of that checkpoint included, and signs where
 * the chain then stands. A damaged chain is not signed: the checkpoint would make the damage the truth.
 */
export async function takeCheckpoint(
  { chain, source, archive, signer }: CheckpointedChain,
  { now, outOfTime = () => false }: { readonly now: Date; readonly outOfTime?: () => boolean },
): Promise<CheckpointOutcome> {
  const newest = await archive.newest();
  const isValid = checkpointVerifier(chain, await signer.publicKey());
  const verification = await verifyChain(source, {
    from: newest?.sequence ?? 1,
    witness: signedHashesOf(newest ? [newest] : [], isValid),
    outOfTime,
  });
  if (!verification.ok) return { kind: 'damaged', verification };
  const { last } = verification;
  if (!last) return { kind: 'empty' };
  if (newest && last.sequence === newest.sequence) return { kind: 'current', checkpoint: newest };
  const checkpoint = await signCheckpoint(signer, chain, last, now);
  await archive.put(checkpoint);
  return { kind: 'signed', checkpoint, behind: !verification.complete };
}
