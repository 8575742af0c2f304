import { retryOnConflict } from '#persistence/conflict.ts';
import { leaseEnd, underLease } from '#persistence/lease.ts';
import { chunksOf } from '../chunks.ts';
import type { Claim } from '../claims/claim.ts';
import type { ClaimChange } from '../claims/claim-change.ts';
import { foldChain, type NewFacts } from '../claims/fold-chain.ts';
import { type Chains, chainsOf, claimsWrite, headOf, readChains } from '../claims/read-chains.ts';
import { isUnfinished, type Submission, type SubmittedClaim } from './submission.ts';
import type { SubmissionPorts } from './submission-ports.ts';
import { isTimeUp, storeFailure, storeProgress } from './submission-progress.ts';
import { type OutgoingFile, type Transport, TransportFailed } from './transport.ts';

/**
 * Takes a submission that this run holds to its final state, and renews the lease meanwhile. Each step is stored before the
 * next one begins, so a later run continues an interrupted one and never sends twice.
 *
 * @returns the stored submission; unfinished, with `last_error`, after a failed transport, and without it when the
 * time was up
 * @throws SubmissionTakenOver
 */
export const continueSubmission = (submission: Submission, ports: SubmissionPorts): Promise<Submission> =>
  underLease(
    {
      until: new Date(submission.lease_until),
      renew: (until) => ports.store.renew(submission, until),
      now: ports.now,
    },
    (lease) => continueHeld(submission, { ...ports, lease }),
  );

async function continueHeld(submission: Submission, ports: SubmissionPorts): Promise<Submission> {
  let transport: Transport | undefined;
  let current = submission;
  try {
    while (isUnfinished(current)) {
      if (isTimeUp(ports)) return await storeProgress(current, { lease_until: 0 }, ports);
      switch (current.state) {
        case 'preparing':
          current = await resume(current, ports);
          break;
        case 'prepared':
          transport ??= await ports.openTransport(current);
          current = await uploadFile(current, transport, ports);
          break;
        case 'uploaded':
          transport ??= await ports.openTransport(current);
          current = await sendFile(current, transport, ports);
          break;
        default:
          current = await recordClaims(current, ports);
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

/** Loads the X12 writer only for a submission that was interrupted before its file was stored. */
async function resume(submission: Submission, ports: SubmissionPorts): Promise<Submission> {
  const { resumePreparation } = await import('./resume-preparation.ts');
  return resumePreparation(submission, ports);
}

/** Second step of a submission: uploads the bytes under the temporary name. @throws TransportFailed */
async function uploadFile(
  submission: Submission,
  transport: Transport,
  ports: SubmissionPorts,
): Promise<Submission> {
  await transport.upload(await fileOf(submission, ports));
  return storeProgress(submission, { state: 'uploaded', uploaded_to: transport.place }, ports);
}

/**
 * Third step: sends the uploaded file by giving it its real name. A missing temporary file means that an earlier run
 * sent the file, but only at the destination of the upload.
 *
 * @throws TransportFailed
 */
async function sendFile(
  submission: Submission,
  transport: Transport,
  ports: SubmissionPorts,
): Promise<Submission> {
  const outcome = await transport.release(await fileOf(submission, ports));
  const { uploaded_to = transport.place } = submission;
  if (outcome === 'gone' && uploaded_to !== transport.place) throw new TransportFailed('moved');
  return storeProgress(submission, { state: 'sent', sent_at: ports.now().toISOString() }, ports);
}

async function fileOf(
  { payer_id, file_name, object_key }: Submission,
  { readFile }: SubmissionPorts,
): Promise<OutgoingFile> {
  return { payer_id, file_name, bytes: await readFile(object_key) };
}

/** Claims of one transaction with their chains, beside audit entries, lanes, figures, the submission and the head of the audit log. */
const claimsPerWrite = 75;
/** Claims that are read together. */
const claimsPerRead = 10 * claimsPerWrite;

/** Fourth step of a submission: records its claims as sent. Stops early when the time is up. */
async function recordClaims(submission: Submission, ports: SubmissionPorts): Promise<Submission> {
  const claims = await ports.store.claimsOf(submission.id);
  let current = submission;
  for (const block of chunksOf(claims.slice(submission.recorded_count), claimsPerRead)) {
    const found = await ports.claims.find(block.map(({ claim_id }) => claim_id));
    const byId = new Map(found.map((claim) => [claim.id, claim]));
    const chains = await readChains(ports.claims.find, found);
    for (const chunk of chunksWithin(claimsPerWrite, block, chains)) {
      if (isTimeUp(ports)) return current;
      const own = chunk.flatMap(({ claim_id }) => byId.get(claim_id) ?? []);
      current = await recordChunk(current, chunk, { found: own, chains }, ports);
    }
  }
  const finished_at = ports.now().toISOString();
  return storeProgress(current, { state: 'recorded', finished_at, lease_until: 0 }, ports);
}

/** Cuts claims into parts whose chains have at most this many claims: a transaction changes or checks all of them. */
function chunksWithin(
  most: number,
  claims: readonly SubmittedClaim[],
  chains: Chains,
): readonly (readonly SubmittedClaim[])[] {
  const chunks: SubmittedClaim[][] = [];
  let members = new Set<string>();
  for (const claim of claims) {
    const own = (chains.get(claim.claim_id) ?? []).map(({ id }) => id);
    const joined = new Set([...members, ...own]);
    const chunk = chunks.at(-1);
    const fits = chunk !== undefined && joined.size <= most;
    if (fits) chunk.push(claim);
    else chunks.push([claim]);
    members = fits ? joined : new Set(own);
  }
  return chunks;
}

interface KnownClaims {
  readonly found: readonly Claim[];
  readonly chains: Chains;
}

/** @param known the claims as read before; they are read again after a conflict with another change */
async function recordChunk(
  submission: Submission,
  claims: readonly SubmittedClaim[],
  known: KnownClaims,
  ports: SubmissionPorts,
): Promise<Submission> {
  const after = {
    ...submission,
    recorded_count: submission.recorded_count + claims.length,
    lease_until: leaseEnd(ports.now()).getTime(),
  };
  const ids = claims.map(({ claim_id }) => claim_id);
  let read: KnownClaims | undefined = known;
  await retryOnConflict(async () => {
    const { found, chains } = read ?? (await readAgain(ids, ports));
    read = undefined;
    const changes = sentChanges(submission, claims, found, chains, ports);
    await ports.store.record(submission, claimsWrite(chainsOf(chains, found), changes), after);
  }, 20);
  return after;
}

async function readAgain(ids: readonly string[], { claims }: SubmissionPorts): Promise<KnownClaims> {
  const found = await claims.find(ids);
  return { found, chains: await readChains(claims.find, found) };
}

function sentChanges(
  submission: Submission,
  claims: readonly SubmittedClaim[],
  found: readonly Claim[],
  chains: Chains,
  ports: SubmissionPorts,
): ClaimChange[] {
  const sets = new Map(claims.map(({ claim_id, set }) => [claim_id, set]));
  const by = { actor: submission.created_by, now: ports.now() };
  const changes = [...Map.groupBy(found, headOf).values()].flatMap((together) => {
    const sent = together.map((claim) => sentClaim(submission, sets.get(claim.id), claim));
    return foldChain(chainsOf(chains, together.slice(0, 1)), sent, by).changes;
  });
  // Entries of one kind that follow each other are one item of the audit log.
  return changes.toSorted((a, b) => Number(sets.has(b.after.id)) - Number(sets.has(a.after.id)));
}

/** A claim that has left lane ready meanwhile was sent as well. */
function sentClaim(submission: Submission, set: string | undefined, claim: Claim): NewFacts {
  const { id, batch_id, file_name, created_at, sent_at = created_at } = submission;
  const waiting = (claim.sent ?? []).filter((one) => one.sent_at !== undefined);
  return {
    claim: claim.id,
    facts: [],
    patch: {
      submission_id: id,
      batch_id,
      submitted_at: sent_at,
      sent: [...waiting, { sent_at, batch: batch_id }],
    },
    entry: () => ({
      type: 'clearhouse.submitted',
      payload: {
        submission_id: id,
        file_name,
        interchange: submission.interchange_control_number,
        group: submission.group_control_number,
        set,
        sent_at,
        total_charge: claim.total_charge / 100,
      },
    }),
  };
}
