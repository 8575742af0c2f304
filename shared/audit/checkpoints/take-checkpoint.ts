import { type ChainSource, type Verification, verifyChain } from '../verification/verify-chain.ts';
import {
  type Checkpoint,
  type CheckpointSigner,
  checkpointVerifier,
  signCheckpoint,
  signedHashesOf,
} from './checkpoint.ts';

/** Storage of checkpoints, which can be neither changed nor removed. */
export interface CheckpointArchive {
  /** Checkpoints of entries after `after`, in the order of the chain. */
  list(after?: number): AsyncIterable<Checkpoint>;
  newest(): Promise<Checkpoint | undefined>;
  /** Stores the first checkpoint of an entry; a second one changes nothing. */
  put(signed: Checkpoint): Promise<void>;
}

export interface CheckpointedChain {
  readonly chain: string;
  readonly source: ChainSource;
  readonly archive: CheckpointArchive;
  readonly signer: CheckpointSigner;
}

export type CheckpointOutcome =
  /** `behind`: the time was too short to reach the head; the next run continues from here. */
  | { readonly kind: 'signed'; readonly checkpoint: Checkpoint; readonly behind: boolean }
  /** Nothing was appended since the newest checkpoint. */
  | { readonly kind: 'current'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged'; readonly verification: Verification };

/**
 * Verifies the entries since the newest checkpoint, including the entry of that checkpoint, and signs the last of them. A
 * damaged chain is never signed, because the checkpoint would certify the damage.
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
