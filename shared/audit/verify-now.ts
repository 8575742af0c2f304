import { type Checkpoint, checkpointVerifier, witnessOf } from './checkpoint.ts';
import type { WitnessedChain } from './take-checkpoint.ts';
import { type Verification, type VerifyOptions, verifyChain } from './verify-chain.ts';

/** Up to this length the whole chain is walked at once: a few seconds. */
const shortChain = 50_000;

type Range = Pick<VerifyOptions, 'from' | 'to' | 'outOfTime'>;

/**
 * Verifies as much as an answer has time for: the range asked for, else the whole chain while it is short, else
 * from its newest checkpoint on, which was signed after everything before it had been verified.
 */
export async function verifyNow(subject: WitnessedChain, range: Range): Promise<Verification> {
  const { source, archive, chain, signer } = subject;
  const asked = range.from !== undefined || range.to !== undefined;
  const head = await source.head();
  if (asked || !head || head.sequence <= shortChain) return verifyAll(subject, range);
  const newest = await archive.newest();
  const isValid = checkpointVerifier(chain, await signer.publicKey());
  return verifyChain(source, {
    ...range,
    from: newest?.sequence,
    witness: witnessOf(newest ? [newest] : [], isValid),
  });
}

/** Verifies the range against every checkpoint; the whole chain when none is asked for. */
export async function verifyAll(
  { source, archive, chain, signer }: WitnessedChain,
  range: Range,
): Promise<Verification> {
  // Read before the head is: the chain only grows.
  const checkpoints: Checkpoint[] = [];
  for await (const signed of archive.list((range.from ?? 1) - 1)) checkpoints.push(signed);
  const isValid = checkpointVerifier(chain, await signer.publicKey());
  return verifyChain(source, { ...range, witness: witnessOf(checkpoints, isValid) });
}
