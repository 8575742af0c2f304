import { ApiError } from '#contract/errors.ts';
import { type Checkpoint, checkpointVerifier, signedHashesOf } from '../checkpoints/checkpoint.ts';
import type { CheckpointedChain } from '../checkpoints/take-checkpoint.ts';
import type { ChainHead } from '../entries/chain.ts';
import type { StoredVerificationRun } from '../runs/run.ts';
import { faultFields } from './chain-walk.ts';
import { type Verification, type VerifyOptions, verifyChain } from './verify-chain.ts';

type Range = Pick<VerifyOptions, 'from' | 'to' | 'outOfTime'>;

/**
 * Verifies the requested range, or the whole chain, against every checkpoint. If the time is too short, the verification
 * is not complete, and `start` starts a background run over the same range.
 *
 * @returns the verification, and the background run if the time was too short
 * @throws ApiError validation_failed for a range that begins beyond the last entry
 */
export async function verifyNow(
  subject: CheckpointedChain,
  range: Range & { readonly outOfTime: () => boolean },
  start: (head: ChainHead | undefined) => Promise<StoredVerificationRun>,
) {
  const head = await subject.source.head();
  refuseBeyond(head, range.from);
  const checkpoints = await checkpointsFrom(subject, range.from, range.outOfTime);
  const verification = checkpoints
    ? await verifyAgainst(checkpoints, subject, range)
    : unverified(range.from ?? 1, head);
  return verification.complete ? { verification } : { verification, run: await start(head) };
}

export async function verifyAll(subject: CheckpointedChain, range: Range): Promise<Verification> {
  return verifyAgainst((await checkpointsFrom(subject, range.from)) ?? [], subject, range);
}

/**
 * Refuses a range that begins beyond the last entry. Without a readable head every range passes.
 *
 * @throws ApiError validation_failed
 */
export function refuseBeyond(head: ChainHead | undefined, from: number | undefined): void {
  if (!head || from === undefined || from <= head.sequence) return;
  const message =
    head.sequence === 0 ? 'The log has no entries yet' : `The last entry of the log is ${head.sequence}`;
  const detail = { path: ['query', 'from'], message, code: 'beyond_head' };
  throw new ApiError('validation_failed', { details: [detail] });
}

/** Undefined when the time is over before the last one. Must run before the head is read, because the chain grows. */
export async function checkpointsFrom(
  { archive }: CheckpointedChain,
  from = 1,
  outOfTime: () => boolean = () => false,
): Promise<Checkpoint[] | undefined> {
  const checkpoints: Checkpoint[] = [];
  for await (const signed of archive.list(from - 1)) {
    checkpoints.push(signed);
    if (outOfTime()) return undefined;
  }
  return checkpoints;
}

async function verifyAgainst(
  checkpoints: readonly Checkpoint[],
  { source, chain, signer }: CheckpointedChain,
  range: Range,
): Promise<Verification> {
  const isValid = checkpointVerifier(chain, await signer.publicKey());
  return verifyChain(source, { ...range, witness: signedHashesOf(checkpoints, isValid) });
}

const unverified = (from: number, head: ChainHead | undefined): Verification => ({
  ...faultFields(undefined),
  checked: 0,
  from,
  to: from - 1,
  complete: false,
  head: head ?? null,
  last: null,
  checkpoints: 0,
});
