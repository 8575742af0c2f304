import { createHash } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';
import type { Claim } from '../../claim/claim.ts';
import { replacementTargets } from '../../claim/replacement.ts';
import { findPayerConfig } from '../../configuration/configuration.ts';
import type { BlockedClaim } from '../file/check-file.ts';
import { buildSendableFile, requirePayerConfig, type SendableFile } from '../file/sendable-file.ts';
import { type SubmissionPorts, SubmissionTakenOver } from '../ports.ts';
import {
  abandonSubmission,
  continueSubmission,
  isTimeUp,
  storeProgress,
} from '../run/continue-submission.ts';
import { isUnfinished, type Submission } from '../submission.ts';
import { finishEarlierRun, firstRunId } from './earlier-run.ts';
import { resumeUntilFailure, type SubmissionInProgress, submissionsHolding } from './in-progress.ts';
import {
  blockedAsNotReady,
  blockedByOthers,
  blockedWithoutConfig,
  claimsNotReady,
  submissionBlocked,
  tooManyPayers,
  type UnreadyClaim,
} from './refusals.ts';

/** Claims of one submission (TR3: at most 5,000 in a set), and of one call. */
const mostClaimsAtOnce = 5000;
/** Payers of one call: the answer, which tells all submissions, is stored for repetitions. */
const mostPayersAtOnce = 100;

/**
 * Which claims are to be sent. The reference is the same each time that the request comes again because nobody got
 * its answer.
 */
export type SubmissionRequest = (
  | { readonly kind: 'claims'; readonly ids: readonly string[] }
  | { readonly kind: 'payer'; readonly payerId: string }
) & { readonly reference?: string | undefined };

export interface SubmitResult {
  /** One for each payer, after those that an earlier run has left and this one has resumed. */
  readonly submissions: readonly Submission[];
  readonly resumed: readonly Submission[];
  /** Submissions that have claims of the payer, which stayed behind because of that. */
  readonly inProgress: readonly SubmissionInProgress[];
  /** Claims that stayed behind: of a payer's, or after a part of the request had gone out. */
  readonly blocked: readonly BlockedClaim[];
  /** There are more ready claims than one call takes. */
  readonly hasMore: boolean;
}

/**
 * Sends claims. Of claims that are named all go or none; of a payer's ready claims those with errors stay behind. A
 * request that comes again is answered with what its earlier run has sent, and sends the rest. Once a file is out,
 * nothing is refused any more: claims of other payers that cannot go then are told as blocked, each payer's all
 * together.
 *
 * @throws ApiError claims_not_ready, payer_not_configured, submission_blocked, validation_failed (too many payers),
 * conflict (another run is at work on the same submission)
 */
export async function submit(
  request: SubmissionRequest,
  actor: string,
  ports: SubmissionPorts,
): Promise<SubmitResult> {
  try {
    return request.kind === 'claims'
      ? await submitNamed(request.ids, request.reference, actor, ports)
      : await submitReady(request.payerId, request.reference, actor, ports);
  } catch (error) {
    throw error instanceof SubmissionTakenOver ? new ApiError('conflict', { cause: error }) : error;
  }
}

async function submitNamed(
  ids: readonly string[],
  reference: string | undefined,
  actor: string,
  ports: SubmissionPorts,
): Promise<SubmitResult> {
  const unique = [...new Set(ids)];
  const { submissions, sent, nextIds } = await leftOf(unique, reference, ports);
  const isFirst = submissions.length === 0;
  const resumed = await resumeFor(
    unique.filter((id) => !sent.has(id)),
    ports,
  );
  for (const { id, state } of resumed) {
    if (isUnfinished({ state })) continue;
    for (const { claim_id } of await ports.store.claimsOf(id)) sent.add(claim_id);
  }
  const rest = unique.filter((id) => !sent.has(id));
  const { claims, unready } = await readinessOf(rest, ports);
  const byPayer = [...Map.groupBy(claims, ({ payer_id }) => payer_id)];
  if (isFirst && unready.size > 0) throw claimsNotReady([...unready.values()]);
  if (isFirst) for (const [payerId] of byPayer) requirePayerConfig(payerId, ports);
  const blocked = [...unready.values()].filter(({ lane }) => lane === 'unknown').map(blockedAsNotReady);
  const faulty: BlockedClaim[] = [];
  const files: SendableFile[] = [];
  for (const [payerId, own] of byPayer) {
    const stopped = stoppedBefore(payerId, own, unready, ports);
    const file =
      stopped.length > 0
        ? undefined
        : await buildSendableFile(nextIds.get(payerId) ?? ports.newId(), payerId, own, ports);
    if (isFirst) faulty.push(...(file?.blocked ?? []));
    if (file?.blocked.length === 0) files.push(file);
    else blocked.push(...stayingBehind(own, file?.blocked ?? stopped));
  }
  if (faulty.length > 0) throw submissionBlocked(faulty);
  for (const file of files) {
    const prepared = await prepare(file, actor, ports);
    if (prepared.kind === 'prepared') submissions.push(await continueSubmission(prepared.submission, ports));
    // What has gone out is told, whatever becomes of the rest.
    else if (submissions.length + resumed.length === 0) throw claimsNotReady(prepared.claims);
    else blocked.push(...stayingBehind(file.claims, prepared.claims.map(blockedAsNotReady)));
  }
  return { submissions: [...resumed, ...submissions], resumed, inProgress: [], blocked, hasMore: false };
}

/** Resumes what earlier runs have left of these claims. */
async function resumeFor(
  claimIds: readonly string[],
  ports: SubmissionPorts,
): Promise<readonly Submission[]> {
  if (claimIds.length === 0) return [];
  const held = await submissionsHolding(await ports.store.reservedBy(claimIds), ports);
  return resumeUntilFailure(
    held.map(({ submission }) => submission),
    ports,
  );
}

/** What an earlier run of the request has made for the payers of these claims, brought to its end. */
async function leftOf(ids: readonly string[], reference: string | undefined, ports: SubmissionPorts) {
  const payers = new Set((await ports.claims.find(ids)).map(({ payer_id }) => payer_id));
  if (payers.size > mostPayersAtOnce) throw tooManyPayers(mostPayersAtOnce);
  const nextIds = new Map<string, string>();
  const submissions: Submission[] = [];
  const sent = new Set<string>();
  for (const payerId of payers) {
    const { submission, nextId } = await finishEarlierRun(reference, payerId, ports);
    if (submission === undefined) nextIds.set(payerId, nextId);
    else {
      submissions.push(submission);
      for (const { claim_id } of await ports.store.claimsOf(submission.id)) sent.add(claim_id);
    }
  }
  return { submissions, sent, nextIds };
}

/** What keeps a payer's claims from being sent before a file is made of them. */
function stoppedBefore(
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

/** All claims of a payer: those with faults, and those that stay behind because of them. */
function stayingBehind(claims: readonly Claim[], faulty: readonly BlockedClaim[]): readonly BlockedClaim[] {
  const ids = new Set(faulty.map(({ claim_id }) => claim_id));
  return [...faulty, ...claims.filter(({ id }) => !ids.has(id)).map(({ id }) => blockedByOthers(id))];
}

async function submitReady(
  payerId: string,
  reference: string | undefined,
  actor: string,
  ports: SubmissionPorts,
): Promise<SubmitResult> {
  requirePayerConfig(payerId, ports);
  const { submission, nextId } = await finishEarlierRun(reference, payerId, ports);
  const unfinished = submission === undefined ? await ports.unfinished(payerId) : [];
  const resumed = await resumeUntilFailure(unfinished, ports);
  const blocked: BlockedClaim[] = [];
  const reserved = new Map<string, string>();
  let file: SendableFile | undefined;
  let hasMore = false;
  for await (const ready of readyOf(payerId, ports, reserved)) {
    hasMore = ready.hasMore;
    file = await buildSendableFile(nextId ?? ports.newId(), payerId, ready.claims, ports);
    blocked.push(...ready.blocked, ...file.blocked);
    // Claims that all have errors do not stand in the way of those behind them.
    if (file.claims.length > 0 || isTimeUp(ports)) break;
  }
  const inProgress = await submissionsHolding(reserved, ports);
  const others = { resumed, inProgress, blocked };
  // What has become ready since is for the next request.
  if (submission) {
    return { ...others, submissions: [submission], hasMore: hasMore || (file?.claims ?? []).length > 0 };
  }
  const isRefusing = resumed.length === 0;
  if (file === undefined || (!isRefusing && file.claims.length === 0)) {
    return { ...others, submissions: resumed, hasMore };
  }
  if (file.claims.length === 0) throw submissionBlocked(blocked);
  const prepared = await prepare(file, actor, ports);
  if (prepared.kind === 'prepared') {
    const sent = await continueSubmission(prepared.submission, ports);
    return { ...others, submissions: [...resumed, sent], hasMore };
  }
  if (isRefusing) throw claimsNotReady(prepared.claims);
  blocked.push(...stayingBehind(file.claims, prepared.claims.map(blockedAsNotReady)));
  return { ...others, submissions: resumed, hasMore };
}

/** The claims that exist, and all that are not in lane ready. */
async function readinessOf(ids: readonly string[], ports: SubmissionPorts) {
  if (ids.length === 0) return { claims: [], unready: new Map<string, UnreadyClaim>() };
  const found = await ports.claims.find(ids);
  const beside = new Set(await ports.store.blockedByOpenCorrection(replacementTargets(found)));
  const held = await heldOf(ids, ports);
  const isOpenBeside = ({ id, lane }: Claim) => lane === 'ready' && !held.has(id) && beside.has(id);
  const lanes = new Map(
    found.map((claim) => [claim.id, isOpenBeside(claim) ? 'correction_open' : claim.lane]),
  );
  const unready = ids.flatMap((claim_id): UnreadyClaim[] => {
    const lane = lanes.get(claim_id) ?? 'unknown';
    const isHeld = held.get(claim_id);
    if (isHeld !== undefined && lane === 'ready') return [isHeld];
    return lane === 'ready' ? [] : [{ claim_id, lane }];
  });
  return { claims: found, unready: new Map(unready.map((one) => [one.claim_id, one])) };
}

/** Those of the claims that a submission has, each with that submission. */
async function heldOf(
  ids: readonly string[],
  ports: SubmissionPorts,
): Promise<ReadonlyMap<string, UnreadyClaim>> {
  const reserved = await ports.store.reservedBy(ids);
  const known = new Map(
    (await submissionsHolding(reserved, ports)).map(({ submission }) => [submission.id, submission]),
  );
  return new Map(
    [...reserved].map(([claim_id, id]): [string, UnreadyClaim] => {
      const submission = known.get(id);
      return [claim_id, { claim_id, lane: 'in_progress', ...(submission && { submission }) }];
    }),
  );
}

/**
 * A payer's ready claims that no submission has, as many at a time as go into one.
 *
 * @param held takes the claims that a submission has, each with that submission's id
 */
async function* readyOf(payerId: string, ports: SubmissionPorts, held: Map<string, string>) {
  const { claims, store, claimsAtOnce = mostClaimsAtOnce } = ports;
  let free: Claim[] = [];
  for await (const listed of claims.ready(payerId)) {
    const ids = listed.map(({ id }) => id);
    const reserved = await store.reservedBy(ids);
    for (const [claimId, submissionId] of reserved) held.set(claimId, submissionId);
    const found = await claims.find(ids.filter((id) => !reserved.has(id)));
    free.push(...found.filter(({ lane }) => lane === 'ready'));
    while (free.length > claimsAtOnce) {
      yield { ...(await withoutOthers(free.slice(0, claimsAtOnce), store)), hasMore: true };
      free = free.slice(claimsAtOnce);
    }
  }
  if (free.length > 0) yield { ...(await withoutOthers(free, store)), hasMore: false };
}

/** Of the corrections and voids of one claim only one goes out. */
async function withoutOthers(claims: readonly Claim[], store: SubmissionPorts['store']) {
  const beside = new Set(await store.blockedByOpenCorrection(replacementTargets(claims)));
  const blocked = [...beside].map((claim_id) => blockedAsNotReady({ claim_id, lane: 'correction_open' }));
  return { claims: claims.filter(({ id }) => !beside.has(id)), blocked };
}

type Prepared =
  | { readonly kind: 'prepared'; readonly submission: Submission }
  /** Something else took these claims meanwhile; the submission is given up. */
  | { readonly kind: 'taken'; readonly claims: readonly UnreadyClaim[] };

async function prepare(checked: SendableFile, actor: string, ports: SubmissionPorts): Promise<Prepared> {
  const { claims, file, facts, fileName, payerId } = checked;
  const { clearhouse, submissionId, batchId, controlNumber, now } = facts;
  const submission: Submission = {
    id: submissionId,
    state: 'preparing',
    payer_id: payerId,
    file_name: fileName,
    trading_partner_id: clearhouse.trading_partner_id,
    transport: clearhouse.transport,
    object_key: `submissions/${submissionId}/${fileName}`,
    size: file.bytes.length,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    interchange_control_number: String(controlNumber).padStart(9, '0'),
    group_control_number: String(controlNumber),
    reference: file.reference,
    batch_id: batchId,
    claim_count: claims.length,
    total_charge: claims.reduce((sum, { total_charge }) => sum + total_charge, 0),
    created_at: now.toISOString(),
    created_by: actor,
    recorded_count: 0,
    attempts: 0,
    run: firstRunId(submissionId),
    lease_until: ports.now().getTime() + ports.lease,
  };
  await ports.store.create(
    submission,
    file.claims.map(({ id, patientControlNumber, set }) => ({
      claim_id: id,
      patient_control_number: patientControlNumber,
      set,
    })),
  );
  const missing = await ports.store.reserve(
    submissionId,
    claims.map(({ id }) => id),
    replacementTargets(claims),
  );
  if (missing.length > 0) {
    await abandonSubmission(submission, ports);
    const held = await heldOf(missing, ports);
    return {
      kind: 'taken',
      claims: missing.map((claim_id) => held.get(claim_id) ?? { claim_id, lane: 'in_progress' }),
    };
  }
  await ports.putFile(submission.object_key, file.bytes);
  await ports.store.putBatch(file.batch, file.sets);
  return { kind: 'prepared', submission: await storeProgress(submission, { state: 'prepared' }, ports) };
}
