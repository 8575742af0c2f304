import { ApiError } from '#contract/errors.ts';
import type { Claim } from '../claims/claim.ts';
import { findPayerConfig } from '../configuration/configuration.ts';
import { deterministicId } from '../deterministic-id.ts';
import { replacementTargets } from '../edits/replacement.ts';
import type { BlockedClaim } from './check-file.ts';
import { continueSubmission } from './continue-submission.ts';
import {
  holdersOf,
  type SubmissionInProgress,
  submissionsHolding,
  type UnreadyClaim,
} from './held-claims.ts';
import { firstRunId, prepareSubmission } from './prepare-submission.ts';
import {
  blockedAsNotReady,
  blockedTogether,
  blockedWithoutConfig,
  claimsNotReady,
  submissionBlocked,
  tooManyPayers,
} from './refusals.ts';
import { resumeUntilFailure } from './resume-submissions.ts';
import { buildSendableFile, requirePayerConfig, type SendableFile } from './sendable-file.ts';
import { isUnfinished, type Submission } from './submission.ts';
import { type SubmissionPorts, SubmissionTakenOver } from './submission-ports.ts';
import { isTimeUp, storeProgress } from './submission-progress.ts';

/** The claims to be sent. `reference` is the same for each repetition of a request. */
export type SubmissionRequest = (
  | { readonly kind: 'claims'; readonly ids: readonly string[] }
  | { readonly kind: 'payer'; readonly payerId: string }
) & { readonly reference?: string | undefined };

interface SubmitResult {
  /** One for each payer, after the resumed ones. */
  readonly submissions: readonly Submission[];
  readonly resumed: readonly Submission[];
  /** Submissions that hold other ready claims of the payer. */
  readonly inProgress: readonly SubmissionInProgress[];
  readonly blocked: readonly BlockedClaim[];
  /** More claims are ready than one call takes. */
  readonly hasMore: boolean;
}

/**
 * Sends claims. Of named claims, all are sent or none; of a payer's ready claims, those without errors. A repeated
 * request returns the submissions of its earlier run and sends the rest. Once a file was sent, claims of other payers
 * that cannot be sent are returned as blocked.
 *
 * @throws ApiError claims_not_ready, payer_not_configured, submission_blocked, validation_failed (too many payers),
 * conflict (another run works on the same submission)
 */
export async function submit(
  request: SubmissionRequest,
  actor: string,
  ports: SubmissionPorts,
): Promise<SubmitResult> {
  try {
    return request.kind === 'claims'
      ? await submitNamedClaims(request, actor, ports)
      : await submitReadyClaims(request, actor, ports);
  } catch (error) {
    throw error instanceof SubmissionTakenOver ? new ApiError('conflict', { cause: error }) : error;
  }
}

/** Sends a payer's ready claims that have no errors. Refuses the request only if nothing was sent or resumed. */
async function submitReadyClaims(
  { payerId, reference }: Extract<SubmissionRequest, { kind: 'payer' }>,
  actor: string,
  ports: SubmissionPorts,
): Promise<SubmitResult> {
  requirePayerConfig(payerId, ports);
  const { submission, nextId } = await finishEarlierRun(reference, payerId, ports);
  const unfinished = submission === undefined ? await ports.unfinished(payerId) : [];
  const resumed = await resumeUntilFailure(unfinished, ports);
  const held = new Map<string, string>();
  const { file, blocked, hasMore } = await firstSendable(payerId, nextId, held, ports);
  const inProgress = await submissionsHolding(held, ports);
  const result = { submissions: resumed, resumed, inProgress, blocked, hasMore };
  if (submission) {
    // Claims that have become ready since the earlier run are left for the next request.
    const isMoreReady = hasMore || (file !== undefined && file.claims.length > 0);
    return { ...result, submissions: [submission], hasMore: isMoreReady };
  }
  if (file === undefined) return result;
  if (file.claims.length === 0) {
    if (resumed.length === 0) throw submissionBlocked(blocked);
    return result;
  }
  const preparation = await prepareSubmission(file, actor, ports);
  if (preparation.kind === 'continues') {
    return { ...result, submissions: [...resumed, await continueSubmission(preparation.submission, ports)] };
  }
  if (resumed.length === 0) throw claimsNotReady(preparation.claims);
  const stopped = blockedTogether(file.claims, preparation.claims.map(blockedAsNotReady));
  return { ...result, blocked: [...blocked, ...stopped] };
}

/** Builds files of ready claims until one has claims without errors, or the time is up. */
async function firstSendable(
  payerId: string,
  nextId: string | undefined,
  held: Map<string, string>,
  ports: SubmissionPorts,
) {
  const blocked: BlockedClaim[] = [];
  let file: SendableFile | undefined;
  let hasMore = false;
  for await (const ready of readyClaims(payerId, ports, held)) {
    hasMore = ready.hasMore;
    file = await buildSendableFile(nextId ?? ports.newId(), payerId, ready.claims, ports);
    blocked.push(...ready.blocked, ...file.blocked);
    if (file.claims.length > 0 || isTimeUp(ports)) break;
  }
  return { file, blocked, hasMore };
}

/** Maximum payers of one call, because the reply with all submissions is stored for repetitions. */
const maxPayers = 100;

/** Sends all claims with these ids, or none: a first run refuses the request, a repetition returns blocked claims. */
async function submitNamedClaims(
  request: Extract<SubmissionRequest, { kind: 'claims' }>,
  actor: string,
  ports: SubmissionPorts,
): Promise<SubmitResult> {
  const ids = [...new Set(request.ids)];
  const earlier = await finishEarlierRuns(ids, request.reference, ports);
  const sent = new Set(await claimIdsOf(earlier.submissions, ports));
  const resumed = await resumeHolders(
    earlier.claims.filter(({ id }) => !sent.has(id)),
    ports,
  );
  const finished = resumed.filter((submission) => !isUnfinished(submission));
  for (const id of await claimIdsOf(finished, ports)) sent.add(id);
  const files = await buildFiles(
    ids.filter((id) => !sent.has(id)),
    { isFirstRun: earlier.submissions.length === 0, nextIds: earlier.nextIds },
    ports,
  );
  const submissions = [...earlier.submissions];
  const blocked = [...files.blocked];
  for (const file of files.sendable) {
    const preparation = await prepareSubmission(file, actor, ports);
    if (preparation.kind === 'continues') {
      submissions.push(await continueSubmission(preparation.submission, ports));
    } else if (submissions.length + resumed.length === 0) throw claimsNotReady(preparation.claims);
    else blocked.push(...blockedTogether(file.claims, preparation.claims.map(blockedAsNotReady)));
  }
  return { submissions: [...resumed, ...submissions], resumed, inProgress: [], blocked, hasMore: false };
}

interface EarlierRuns {
  /** The claims of the request. */
  readonly claims: readonly Claim[];
  readonly submissions: readonly Submission[];
  /** Ids of the submissions for the other payers, by payer. */
  readonly nextIds: ReadonlyMap<string, string>;
}

async function finishEarlierRuns(
  ids: readonly string[],
  reference: string | undefined,
  ports: SubmissionPorts,
): Promise<EarlierRuns> {
  const claims = await ports.claims.find(ids);
  const payers = new Set(claims.map(({ payer_id }) => payer_id));
  if (payers.size > maxPayers) throw tooManyPayers(maxPayers);
  const nextIds = new Map<string, string>();
  const submissions: Submission[] = [];
  for (const payerId of payers) {
    const { submission, nextId } = await finishEarlierRun(reference, payerId, ports);
    if (submission === undefined) nextIds.set(payerId, nextId);
    else submissions.push(submission);
  }
  return { claims, submissions, nextIds };
}

async function claimIdsOf(submissions: readonly Submission[], { store }: SubmissionPorts): Promise<string[]> {
  const claims = await Promise.all(submissions.map(({ id }) => store.claimsOf(id)));
  return claims.flat().map(({ claim_id }) => claim_id);
}

/** Resumes the submissions of other requests that hold these claims. */
async function resumeHolders(
  claims: readonly Claim[],
  ports: SubmissionPorts,
): Promise<readonly Submission[]> {
  if (claims.length === 0) return [];
  const holding = await submissionsHolding(await ports.store.reservedBy(claims), ports);
  return resumeUntilFailure(
    holding.map(({ submission }) => submission),
    ports,
  );
}

/**
 * Builds a file for each payer whose claims can all be sent.
 *
 * @throws ApiError on a first run, when a claim cannot be sent
 */
async function buildFiles(
  ids: readonly string[],
  { isFirstRun, nextIds }: Pick<EarlierRuns, 'nextIds'> & { readonly isFirstRun: boolean },
  ports: SubmissionPorts,
) {
  const { claims, unready } = await readinessOf(ids, ports);
  const byPayer = [...Map.groupBy(claims, ({ payer_id }) => payer_id)];
  if (isFirstRun) {
    if (unready.size > 0) throw claimsNotReady([...unready.values()]);
    for (const [payerId] of byPayer) requirePayerConfig(payerId, ports);
  }
  const unknown = [...unready.values()].filter(({ lane }) => lane === 'unknown');
  const blocked = unknown.map(blockedAsNotReady);
  const faulty: BlockedClaim[] = [];
  const sendable: SendableFile[] = [];
  for (const [payerId, own] of byPayer) {
    let faults = faultsBeforeBuilding(payerId, own, unready, ports);
    if (faults.length === 0) {
      const file = await buildSendableFile(nextIds.get(payerId) ?? ports.newId(), payerId, own, ports);
      faults = file.blocked;
      faulty.push(...faults);
      if (faults.length === 0) sendable.push(file);
    }
    if (faults.length > 0) blocked.push(...blockedTogether(own, faults));
  }
  if (isFirstRun && faulty.length > 0) throw submissionBlocked(faulty);
  return { sendable, blocked };
}

function faultsBeforeBuilding(
  payerId: string,
  claims: readonly Claim[],
  unready: ReadonlyMap<string, UnreadyClaim>,
  { configuration }: SubmissionPorts,
): readonly BlockedClaim[] {
  if (findPayerConfig(configuration, payerId, '837P') === undefined) {
    return claims.map(({ id }) => blockedWithoutConfig(id));
  }
  return claims.flatMap(({ id }) => unready.get(id) ?? []).map(blockedAsNotReady);
}

/** The submission that an earlier run of a request made for a payer, or else the id of the next one. */
type EarlierSubmission =
  | { readonly submission: Submission; readonly nextId?: never }
  | { readonly nextId: string; readonly submission?: never };

/**
 * Finds and continues the submission that an earlier run of the same request made for a payer. A caller repeats a
 * request that got no reply. The repetition must report the earlier submission and not refuse its claims.
 *
 * @param reference names the request; a request without a reference has no earlier run
 * @throws SubmissionTakenOver when another run is abandoning the submission
 */
async function finishEarlierRun(
  reference: string | undefined,
  payerId: string,
  ports: SubmissionPorts,
): Promise<EarlierSubmission> {
  if (reference === undefined) return { nextId: ports.newId() };
  for (let attempt = 1; ; attempt++) {
    const id = deterministicId('submission', reference, payerId, attempt);
    const found = await ports.store.find(id);
    if (found === undefined) return { nextId: id };
    const submission = await continueEarlier(found, ports);
    if (submission.state !== 'abandoned') return { submission };
  }
}

async function continueEarlier(found: Submission, ports: SubmissionPorts): Promise<Submission> {
  if (!isUnfinished(found)) return found;
  const firstRun = firstRunId(found.id);
  const run = `${firstRun} ${ports.newId()}`;
  // Runs of one request never overlap, because its idempotency key is locked until a run ends.
  const isOwn = found.run?.split(' ')[0] === firstRun;
  try {
    const taken = isOwn
      ? await storeProgress(found, { run }, ports)
      : await ports.store.takeOver(found.id, run, ports.now());
    if (taken !== undefined) return await continueSubmission(taken, ports);
  } catch (error) {
    if (!(error instanceof SubmissionTakenOver)) throw error;
  }
  const latest = (await ports.store.find(found.id)) ?? found;
  if (latest.state === 'preparing') throw new SubmissionTakenOver();
  return latest;
}

async function readinessOf(ids: readonly string[], ports: SubmissionPorts) {
  if (ids.length === 0) return { claims: [], unready: new Map<string, UnreadyClaim>() };
  const claims = await ports.claims.find(ids);
  const lanes = new Map(claims.map(({ id, lane }) => [id, lane]));
  const waiting = new Set(await ports.store.blockedByOpenCorrection(replacementTargets(claims)));
  const holders = await holdersOf(claims, ports);
  const unready = ids.flatMap((claim_id): UnreadyClaim[] => {
    const lane = lanes.get(claim_id) ?? 'unknown';
    if (lane !== 'ready') return [{ claim_id, lane }];
    const holder = holders.get(claim_id);
    if (holder !== undefined) return [holder];
    return waiting.has(claim_id) ? [{ claim_id, lane: 'correction_open' }] : [];
  });
  return { claims, unready: new Map(unready.map((claim) => [claim.claim_id, claim])) };
}

interface ReadyClaims {
  readonly claims: readonly Claim[];
  readonly blocked: readonly BlockedClaim[];
  /** More claims are ready than one submission takes. */
  readonly hasMore: boolean;
}

/** Maximum claims of one submission (TR3: 5,000 in a set) and of one call. */
const maxClaimsPerSubmission = 5000;

/**
 * Yields a payer's ready claims that no submission holds, as many at a time as one submission takes.
 *
 * @param held receives the claims that a submission holds, each with the id of the submission
 */
async function* readyClaims(
  payerId: string,
  { claims, store, maxClaims = maxClaimsPerSubmission }: SubmissionPorts,
  held: Map<string, string>,
): AsyncGenerator<ReadyClaims> {
  let free: Claim[] = [];
  for await (const listed of claims.ready(payerId)) {
    const ids = listed.map(({ id }) => id);
    const reserved = await store.reservedBy(listed);
    for (const [claimId, submissionId] of reserved) held.set(claimId, submissionId);
    const found = await claims.find(ids.filter((id) => !reserved.has(id)));
    free.push(...found.filter(({ lane }) => lane === 'ready'));
    while (free.length > maxClaims) {
      yield { ...(await withoutWaiting(free.slice(0, maxClaims), store)), hasMore: true };
      free = free.slice(maxClaims);
    }
  }
  if (free.length > 0) yield { ...(await withoutWaiting(free, store)), hasMore: false };
}

/** Leaves out corrections and voids that wait for another one of the same claim. */
async function withoutWaiting(claims: readonly Claim[], store: SubmissionPorts['store']) {
  const waiting = new Set(await store.blockedByOpenCorrection(replacementTargets(claims)));
  const blocked = [...waiting].map((claim_id) => blockedAsNotReady({ claim_id, lane: 'correction_open' }));
  return { claims: claims.filter(({ id }) => !waiting.has(id)), blocked };
}
