import { type Checkpoint, checkpointVerifier, signedHashesOf } from '../checkpoints/checkpoint.ts';
import type { CheckpointedChain } from '../checkpoints/take-checkpoint.ts';
import type { ChainHead } from '../entries/chain.ts';
import type { StoredVerificationRun } from '../runs/run.ts';
import { type Verification, type VerifyOptions, verifyChain } from './verify-chain.ts';

type Range = Pick<VerifyOptions, 'from' | 'to' | 'outOfTime'>;

/** The range begins beyond the last entry of the chain. */
export class BeyondHead extends Error {
  readonly sequence: number;

  constructor(sequence: number) {
    super(sequence === 0 ? 'The log has no entry yet' : `The last entry of the log is ${sequence}`);
    this.name = 'BeyondHead';
    this.sequence = sequence;
  }
}

/** What a request gets: a verification, and where its time did not suffice the run that starts over. */
export interface TimedVerification {
  readonly verification: Verification;
  readonly run?: StoredVerificationRun | undefined;
}

/**
 * Verifies the range asked for, else the whole chain, against every checkpoint. Where the time does not suffice, the
 * verification is not complete and `start` starts a run in the background over the same range.
 *
 * @throws BeyondHead
 */
export async function verifyNow(
  subject: CheckpointedChain,
  range: Range & { readonly outOfTime: () => boolean },
  start: (head: ChainHead | undefined) => Promise<StoredVerificationRun>,
): Promise<TimedVerification> {
  const head = await subject.source.head();
  refuseBeyond(head, range.from);
  const checkpoints = await checkpointsFrom(subject, range.from, range.outOfTime);
  const verification = checkpoints
    ? await verifyAgainst(checkpoints, subject, range)
    : unverified(range.from ?? 1, head);
  return verification.complete ? { verification } : { verification, run: await start(head) };
}

/** Verifies the range against every checkpoint; the whole chain when none is asked for. */
export async function verifyAll(subject: CheckpointedChain, range: Range): Promise<Verification> {
  return verifyAgainst((await checkpointsFrom(subject, range.from)) ?? [], subject, range);
}

/** @throws BeyondHead when a chain whose head can be read ends before `from` */
export function refuseBeyond(head: ChainHead | undefined, from: number | undefined): void {
  if (head && from !== undefined && from > head.sequence) throw new BeyondHead(head.sequence);
}

/** Undefined when the time was over before all were read. To be called before the head is read: the chain only grows. */
async function checkpointsFrom(
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
  ok: true,
  first_bad_id: null,
  reason: null,
  detail: null,
  checked: 0,
  from,
  to: from - 1,
  complete: false,
  head: head ?? null,
  last: null,
  checkpoints: 0,
});
