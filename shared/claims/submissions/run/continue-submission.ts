import type { Claim } from '../../claim/claim.ts';
import { amendClaim, type ClaimChange, moveClaim } from '../../claim/claim-change.ts';
import { chunksOf } from '../chunks.ts';
import type { SubmissionPorts } from '../ports.ts';
import {
  isUnfinished,
  type OutgoingFile,
  type Submission,
  type SubmissionError,
  type SubmittedClaim,
  type Transport,
  TransportFailed,
} from '../submission.ts';

/**
 * Brings a submission that this run has for itself to its end, from whatever state it is in. Each step is stored
 * before the next is begun, so a run that is cut off anywhere is carried on by the next one without sending twice:
 *
 * - cut off before `uploaded` is stored: the bytes are uploaded again, over the temporary file;
 * - cut off before `sent` is stored: the temporary file tells. It is there: it gets its real name now. It is not:
 *   it has got it, because nothing else makes it disappear. Asked is only the place that it was uploaded to: where the
 *   configuration names another one by now, the submission waits;
 * - cut off while recording: the count of recorded claims moves in their own transactions.
 *
 * @returns the submission as it stands; unfinished, with `last_error`, when the transport failed, and without when
 * the time was up
 * @throws SubmissionTaken
 */
export async function continueSubmission(
  submission: Submission,
  ports: SubmissionPorts,
): Promise<Submission> {
  let transport: Transport | undefined;
  let current = submission;
  try {
    while (isUnfinished(current)) {
      if (isTimeUp(ports)) return await storeProgress(current, { lease_until: 0 }, ports);
      switch (current.state) {
        case 'preparing':
          current = await abandonSubmission(current, ports);
          break;
        case 'prepared':
          transport ??= await ports.openTransport(current);
          await transport.upload(await fileOf(current, ports));
          current = await storeProgress(current, { state: 'uploaded', uploaded_to: transport.place }, ports);
          break;
        case 'uploaded':
          transport ??= await ports.openTransport(current);
          await release(current, transport, ports);
          current = await storeProgress(
            current,
            { state: 'sent', sent_at: ports.now().toISOString() },
            ports,
          );
          break;
        default:
          current = await record(current, ports);
      }
    }
    return current;
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    return storeFailure(current, error, ports);
  } finally {
    await transport?.close();
  }
}

/** Gives a submission up that sent nothing; its claims are free again. */
export async function abandonSubmission(submission: Submission, ports: SubmissionPorts): Promise<Submission> {
  const claims = await ports.store.claimsOf(submission.id);
  await ports.store.releaseReservations(
    submission.id,
    claims.map(({ claim_id }) => claim_id),
  );
  return storeProgress(submission, { state: 'abandoned', finished_at: ports.now().toISOString() }, ports);
}

/** Stores the next state; whoever goes on has the submission for as long again. */
export async function storeProgress(
  before: Submission,
  patch: Partial<Submission>,
  { store, now, lease }: SubmissionPorts,
): Promise<Submission> {
  const after = { ...before, lease_until: now().getTime() + lease, ...patch };
  await store.update(before, after);
  return after;
}

/** The run lets go, so that the next one may try at once. */
export async function storeFailure(
  submission: Submission,
  { code, message }: Pick<SubmissionError, 'code' | 'message'>,
  ports: SubmissionPorts,
): Promise<Submission> {
  const last_error = { code, message, at: ports.now().toISOString() };
  return storeProgress(submission, { attempts: submission.attempts + 1, last_error, lease_until: 0 }, ports);
}

/** A temporary name that is gone tells that the file was sent only where the file was uploaded to. */
async function release(submission: Submission, transport: Transport, ports: SubmissionPorts): Promise<void> {
  const outcome = await transport.release(await fileOf(submission, ports));
  const { uploaded_to = transport.place } = submission;
  if (outcome === 'gone' && uploaded_to !== transport.place) throw new TransportFailed('moved');
}

async function fileOf(
  { payer_id, file_name, object_key }: Submission,
  { readFile }: SubmissionPorts,
): Promise<OutgoingFile> {
  return { payer_id, file_name, bytes: await readFile(object_key) };
}

/** Whether the run has to come to an end. */
export const isTimeUp = ({ now, until = Number.POSITIVE_INFINITY }: SubmissionPorts) =>
  now().getTime() > until;

/** Claims in one transaction: three actions each, the lanes, the submission and the head of the audit log. */
const claimsAtOnce = 27;

/** As far as the time allows. */
async function record(submission: Submission, ports: SubmissionPorts): Promise<Submission> {
  const claims = await ports.store.claimsOf(submission.id);
  const left = claims.slice(submission.recorded_count);
  let current = submission;
  for (const { items: block } of chunksOf(left, 10 * claimsAtOnce)) {
    const found = await ports.claims.find(block.map(({ claim_id }) => claim_id));
    const known = new Map(found.map((one) => [one.id, one]));
    for (const { items: next } of chunksOf(block, claimsAtOnce)) {
      if (isTimeUp(ports)) return current;
      current = await recordSome(current, next, known, ports);
    }
  }
  await ports.store.releaseReservations(
    submission.id,
    claims.map(({ claim_id }) => claim_id),
  );
  const finished_at = ports.now().toISOString();
  return storeProgress(current, { state: 'recorded', finished_at, lease_until: 0 }, ports);
}

/** Repeated as long as claims change under it: other events of theirs are as important. */
async function recordSome(
  submission: Submission,
  claims: readonly SubmittedClaim[],
  known: ReadonlyMap<string, Claim>,
  ports: SubmissionPorts,
): Promise<Submission> {
  const after = {
    ...submission,
    recorded_count: submission.recorded_count + claims.length,
    lease_until: ports.now().getTime() + ports.lease,
  };
  const ids = claims.map(({ claim_id }) => claim_id);
  let found: readonly Claim[] = ids.flatMap((id) => known.get(id) ?? []);
  for (let attempt = 0; attempt < 20; attempt++) {
    const changes = changesOf(submission, claims, found, ports);
    if (await ports.store.record(submission, changes, after)) return after;
    found = await ports.claims.find(ids);
  }
  throw new Error('The claims of a submission change too often to be recorded');
}

function changesOf(
  submission: Submission,
  claims: readonly SubmittedClaim[],
  found: readonly Claim[],
  ports: SubmissionPorts,
): ClaimChange[] {
  const { id, batch_id, file_name, created_by, sent_at } = submission;
  const sets = new Map(claims.map(({ claim_id, set }) => [claim_id, set]));
  return found.map((claim) => {
    const facts = {
      actor: created_by,
      now: ports.now(),
      payload: {
        submission_id: id,
        file_name,
        interchange: submission.interchange_control_number,
        group: submission.group_control_number,
        set: sets.get(claim.id),
        total_charge: claim.total_charge / 100,
      },
    };
    const patch = { submission_id: id, batch_id, ...(sent_at !== undefined && { submitted_at: sent_at }) };
    // A claim that something else has moved on meanwhile was sent all the same.
    return (
      moveClaim(claim, 'submitted', facts, patch) ?? amendClaim(claim, 'clearhouse.submitted', facts, patch)
    );
  });
}
