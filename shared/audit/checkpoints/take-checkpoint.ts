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

/** Entries that a run verifies at least, as far as there are so many. A power of two. */
const minPart = 2 ** 14;

/** Runs after which every part had its turn. A power of two. */
const maxParts = 2 ** 7;

/**
 * The part of a chain that has its turn in this hour. Parts and their number are powers of two, so the borders stay until the chain has
 * doubled: every entry has its turn within 128 hours, and within 256 if the chain doubles meanwhile.
 *
 * @param hour number of an hour; each hour has its run
 */
export function partOfHour(length: number, hour: number): { readonly from: number; readonly to: number } {
  const powerOver = (value: number) => 2 ** Math.ceil(Math.log2(value));
  const size = Math.max(minPart, powerOver((length + 1) / maxParts));
  const parts = Math.max(1, powerOver((length + 1) / size));
  const first = (hour % parts) * size;
  return { from: Math.max(1, first), to: Math.min(length, first + size - 1) };
}

/**
 * Verifies the part of the chain that has its turn, against its checkpoints. So an old entry that somebody replaces is found although
 * {@link takeCheckpoint} begins at the newest checkpoint.
 *
 * @returns undefined for a part without entries
 */
export async function verifyInTurn(
  { chain, source, archive, signer }: CheckpointedChain,
  { now, outOfTime }: { readonly now: Date; readonly outOfTime: () => boolean },
): Promise<Verification | undefined> {
  const { sequence = 0 } = (await source.head()) ?? {};
  const { from, to } = partOfHour(sequence, Math.floor(now.getTime() / 3_600_000));
  if (from > to) return undefined;
  const isValid = checkpointVerifier(chain, await signer.publicKey());
  const signed: Checkpoint[] = [];
  for await (const checkpoint of archive.list(from - 1)) {
    if (checkpoint.sequence > to) break;
    signed.push(checkpoint);
  }
  return verifyChain(source, { from, to, witness: signedHashesOf(signed, isValid), outOfTime });
}
