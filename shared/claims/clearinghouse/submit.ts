import { createHash } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';
import type { Claim } from '../claim.ts';
import { configOf } from '../configuration/configuration.ts';
import { replacedByClaim } from '../replacement.ts';
import { abandon, advance, carryOn, isTimeUp } from './carry-on.ts';
import type { Blocked } from './check-file.ts';
import { type CheckedClaims, checked837, requireConfig } from './checked-claims.ts';
import { leftByEarlierRun, makersRun } from './earlier-run.ts';
import { type ClearinghousePorts, SubmissionTaken } from './ports.ts';
import {
  claimsNotReady,
  heldBack,
  notReady,
  submissionBlocked,
  tooManyPayers,
  type UnreadyClaim,
  withoutConfig,
} from './refusals.ts';
import type { Submission } from './submission.ts';

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

export interface Submitted {
  /** One for each payer. */
  readonly submissions: readonly Submission[];
  /** Claims that stayed behind: of a payer's, or after a part of the request had gone out. */
  readonly blocked: readonly Blocked[];
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
  ports: ClearinghousePorts,
): Promise<Submitted> {
  try {
    return request.kind === 'claims'
      ? await submitNamed(request.ids, request.reference, actor, ports)
      : await submitReady(request.payerId, request.reference, actor, ports);
  } catch (error) {
    throw error instanceof SubmissionTaken ? new ApiError('conflict', { cause: error }) : error;
  }
}

async function submitNamed(
  ids: readonly string[],
  reference: string | undefined,
  actor: string,
  ports: ClearinghousePorts,
): Promise<Submitted> {
  const unique = [...new Set(ids)];
  const { submissions, sent, nextIds } = await leftOf(unique, reference, ports);
  const isFirst = submissions.length === 0;
  const rest = unique.filter((id) => !sent.has(id));
  const { claims, unready } = await readinessOf(rest, ports);
  const byPayer = [...Map.groupBy(claims, ({ payer_id }) => payer_id)];
  if (isFirst && unready.size > 0) throw claimsNotReady([...unready.values()]);
  if (isFirst) for (const [payerId] of byPayer) requireConfig(payerId, ports);
  const blocked = [...unready.values()].filter(({ lane }) => lane === 'unknown').map(notReady);
  const faulty: Blocked[] = [];
  const files: CheckedClaims[] = [];
  for (const [payerId, own] of byPayer) {
    const stopped = stoppedBefore(payerId, own, unready, ports);
    const file =
      stopped.length > 0
        ? undefined
        : await checked837(nextIds.get(payerId) ?? ports.newId(), payerId, own, ports);
    if (isFirst) faulty.push(...(file?.blocked ?? []));
    if (file?.blocked.length === 0) files.push(file);
    else blocked.push(...stayingBehind(own, file?.blocked ?? stopped));
  }
  if (faulty.length > 0) throw submissionBlocked(faulty);
  for (const file of files) {
    const prepared = await prepare(file, actor, ports);
    if (prepared.kind === 'prepared') submissions.push(await carryOn(prepared.submission, ports));
    // What has gone out is told, whatever becomes of the rest.
    else if (submissions.length === 0) throw claimsNotReady(prepared.claims);
    else blocked.push(...stayingBehind(file.claims, prepared.claims.map(notReady)));
  }
  return { submissions, blocked, hasMore: false };
}

/** What an earlier run of the request has made for the payers of these claims, brought to its end. */
async function leftOf(ids: readonly string[], reference: string | undefined, ports: ClearinghousePorts) {
  const payers = new Set((await ports.claims.find(ids)).map(({ payer_id }) => payer_id));
  if (payers.size > mostPayersAtOnce) throw tooManyPayers(mostPayersAtOnce);
  const nextIds = new Map<string, string>();
  const submissions: Submission[] = [];
  const sent = new Set<string>();
  for (const payerId of payers) {
    const { submission, nextId } = await leftByEarlierRun(reference, payerId, ports);
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
  { configuration }: ClearinghousePorts,
): readonly Blocked[] {
  if (configOf(configuration, payerId, '837P') === undefined) {
    return claims.map(({ id }) => withoutConfig(id));
  }
  return claims.flatMap(({ id }) => unready.get(id) ?? []).map(notReady);
}

/** All claims of a payer: those with faults, and those that stay behind because of them. */
function stayingBehind(claims: readonly Claim[], faulty: readonly Blocked[]): readonly Blocked[] {
  const ids = new Set(faulty.map(({ claim_id }) => claim_id));
  return [...faulty, ...claims.filter(({ id }) => !ids.has(id)).map(({ id }) => heldBack(id))];
}

async function submitReady(
  payerId: string,
  reference: string | undefined,
  actor: string,
  ports: ClearinghousePorts,
): Promise<Submitted> {
  requireConfig(payerId, ports);
  const { submission, nextId } = await leftByEarlierRun(reference, payerId, ports);
  const blocked: Blocked[] = [];
  let file: CheckedClaims | undefined;
  let hasMore = false;
  for await (const ready of readyOf(payerId, ports)) {
    hasMore = ready.hasMore;
    file = await checked837(nextId ?? ports.newId(), payerId, ready.claims, ports);
    blocked.push(...ready.blocked, ...file.blocked);
    // Claims that all have errors do not stand in the way of those behind them.
    if (file.claims.length > 0 || isTimeUp(ports)) break;
  }
  // What has become ready since is for the next request.
  if (submission) {
    return { submissions: [submission], blocked, hasMore: hasMore || (file?.claims ?? []).length > 0 };
  }
  if (file === undefined) return { submissions: [], blocked, hasMore };
  if (file.claims.length === 0) throw submissionBlocked(blocked);
  const prepared = await prepare(file, actor, ports);
  if (prepared.kind === 'taken') throw claimsNotReady(prepared.claims);
  return { submissions: [await carryOn(prepared.submission, ports)], blocked, hasMore };
}

/** The claims that exist, and all that are not in lane ready. */
async function readinessOf(ids: readonly string[], { claims, store }: ClearinghousePorts) {
  if (ids.length === 0) return { claims: [], unready: new Map<string, UnreadyClaim>() };
  const found = await claims.find(ids);
  const reserved = await store.reservedBy(ids);
  const beside = new Set(await store.besideOthers(replacedByClaim(found)));
  const lanes = new Map(
    found.map(({ id, lane }) => {
      if (reserved.has(id)) return [id, 'being_submitted'];
      return [id, lane === 'ready' && beside.has(id) ? 'correction_open' : lane];
    }),
  );
  const unready = ids.flatMap((claim_id): UnreadyClaim[] => {
    const lane = lanes.get(claim_id) ?? 'unknown';
    return lane === 'ready' ? [] : [{ claim_id, lane }];
  });
  return { claims: found, unready: new Map(unready.map((one) => [one.claim_id, one])) };
}

/** A payer's ready claims that no submission has, as many at a time as go into one. */
async function* readyOf(payerId: string, ports: ClearinghousePorts) {
  const { claims, store, claimsAtOnce = mostClaimsAtOnce } = ports;
  let free: Claim[] = [];
  for await (const listed of claims.ready(payerId)) {
    const ids = listed.map(({ id }) => id);
    const reserved = await store.reservedBy(ids);
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
async function withoutOthers(claims: readonly Claim[], store: ClearinghousePorts['store']) {
  const beside = new Set(await store.besideOthers(replacedByClaim(claims)));
  const blocked = [...beside].map((claim_id) => notReady({ claim_id, lane: 'correction_open' }));
  return { claims: claims.filter(({ id }) => !beside.has(id)), blocked };
}

type Prepared =
  | { readonly kind: 'prepared'; readonly submission: Submission }
  /** Something else took these claims meanwhile; the submission is given up. */
  | { readonly kind: 'taken'; readonly claims: readonly UnreadyClaim[] };

async function prepare(checked: CheckedClaims, actor: string, ports: ClearinghousePorts): Promise<Prepared> {
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
    run: makersRun(submissionId),
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
    replacedByClaim(claims),
  );
  if (missing.length > 0) {
    await abandon(submission, ports);
    return { kind: 'taken', claims: missing.map((claim_id) => ({ claim_id, lane: 'being_submitted' })) };
  }
  await ports.putFile(submission.object_key, file.bytes);
  await ports.store.putBatch(file.batch, file.sets);
  return { kind: 'prepared', submission: await advance(submission, { state: 'prepared' }, ports) };
}
