import { createHash } from 'node:crypto';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import { chunksOf } from '../answers/answer-run.ts';
import type { Claim } from '../claim.ts';
import { configOf, profilesOf } from '../configuration/configuration.ts';
import { claimOf } from '../content.ts';
import { abandon, advance, carryOn } from './carry-on.ts';
import { type Blocked, checkFile } from './check-file.ts';
import { type ComposedFile, composeFile, type FileFacts, type OutgoingClaim } from './compose-file.ts';
import { leftByEarlierRun, makersRun } from './earlier-run.ts';
import { uniqueFileName } from './file-name.ts';
import type { ClearinghousePorts } from './ports.ts';
import type { Submission } from './submission.ts';

/** Claims of one submission (TR3: at most 5,000 in a set), and of one call. */
const mostClaimsAtOnce = 5000;

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
  /** Claims that stayed behind, of a payer's. */
  readonly blocked: readonly Blocked[];
  /** There are more ready claims than one call takes. */
  readonly hasMore: boolean;
}

/**
 * Sends claims. Of claims that are named all go or none; of a payer's ready claims those with errors stay behind. A
 * request that comes again is answered with what its earlier run has sent, and sends the rest.
 *
 * @throws ApiError claims_not_ready, payer_not_configured, submission_blocked; SubmissionTaken
 */
export async function submit(
  request: SubmissionRequest,
  actor: string,
  ports: ClearinghousePorts,
): Promise<Submitted> {
  return request.kind === 'claims'
    ? submitNamed(request.ids, request.reference, actor, ports)
    : submitReady(request.payerId, request.reference, actor, ports);
}

async function submitNamed(
  ids: readonly string[],
  reference: string | undefined,
  actor: string,
  ports: ClearinghousePorts,
): Promise<Submitted> {
  const unique = [...new Set(ids)];
  const payers = new Set((await ports.claims.find(unique)).map(({ payer_id }) => payer_id));
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
  const rest = unique.filter((id) => !sent.has(id));
  const claims = rest.length === 0 ? [] : await named(rest, ports);
  const byPayer = [...Map.groupBy(claims, ({ payer_id }) => payer_id)];
  for (const [payerId] of byPayer) requireConfig(payerId, ports);
  const files: CheckedClaims[] = [];
  for (const [payerId, own] of byPayer) {
    files.push(await checked837(nextIds.get(payerId) ?? ports.newId(), payerId, own, ports));
  }
  const blocked = files.flatMap((file) => file.blocked);
  if (blocked.length > 0) throw submissionBlocked(blocked);
  for (const file of files) submissions.push(await carryOn(await prepare(file, actor, ports), ports));
  return { submissions, blocked: [], hasMore: false };
}

async function submitReady(
  payerId: string,
  reference: string | undefined,
  actor: string,
  ports: ClearinghousePorts,
): Promise<Submitted> {
  requireConfig(payerId, ports);
  const { submission, nextId } = await leftByEarlierRun(reference, payerId, ports);
  const { claims, hasMore } = await readyOf(payerId, ports);
  if (claims.length === 0) return { submissions: submission ? [submission] : [], blocked: [], hasMore };
  const file = await checked837(nextId ?? ports.newId(), payerId, claims, ports);
  const { blocked } = file;
  // What has become ready since is for the next request.
  if (submission) return { submissions: [submission], blocked, hasMore: hasMore || file.claims.length > 0 };
  if (file.claims.length === 0) throw submissionBlocked(blocked);
  return { submissions: [await carryOn(await prepare(file, actor, ports), ports)], blocked, hasMore };
}

async function named(
  unique: readonly string[],
  { claims, store }: ClearinghousePorts,
): Promise<readonly Claim[]> {
  const found = await claims.find(unique);
  const reserved = await store.reservedBy(unique);
  const lanes = new Map(found.map(({ id, lane }) => [id, reserved.has(id) ? 'being_submitted' : lane]));
  const unready = unique.flatMap((claim_id) => {
    const lane = lanes.get(claim_id) ?? 'unknown';
    return lane === 'ready' ? [] : [{ claim_id, lane }];
  });
  if (unready.length > 0) throw claimsNotReady(unready);
  return found;
}

async function readyOf(payerId: string, ports: ClearinghousePorts) {
  const listed = await ports.claims.ready(payerId, mostClaimsAtOnce + 1);
  const ids = listed.slice(0, mostClaimsAtOnce).map(({ id }) => id);
  const reserved = await ports.store.reservedBy(ids);
  const found = await ports.claims.find(ids.filter((id) => !reserved.has(id)));
  return { claims: found.filter(({ lane }) => lane === 'ready'), hasMore: listed.length > mostClaimsAtOnce };
}

function requireConfig(payerId: string, { configuration }: ClearinghousePorts) {
  const config = configOf(configuration, payerId, '837P');
  if (config === undefined) throw new ApiError('payer_not_configured');
  return config;
}

/** Claims without errors and the file that they make; nothing is stored yet but its numbers and its name. */
interface CheckedClaims {
  readonly payerId: string;
  readonly claims: readonly Claim[];
  readonly blocked: readonly Blocked[];
  readonly file: ComposedFile;
  readonly facts: FileFacts;
  readonly fileName: string;
}

async function checked837(
  submissionId: string,
  payerId: string,
  claims: readonly Claim[],
  ports: ClearinghousePorts,
): Promise<CheckedClaims> {
  const { clearhouse } = ports.configuration;
  const now = ports.now();
  const fileName = await uniqueFileName(
    {
      naming: clearhouse.file_name,
      tradingPartnerId: clearhouse.trading_partner_id,
      transactionType: '837P',
      at: now,
    },
    (name) => ports.store.takeFileName(name, clearhouse.trading_partner_id, submissionId),
  );
  const facts: FileFacts = {
    submissionId,
    batchId: ports.newId(),
    controlNumber: await ports.store.takeControlNumber(),
    clearhouse,
    config: requireConfig(payerId, ports),
    now,
  };
  const ids = claims.map(({ id }) => id);
  const outgoing: OutgoingClaim[] = [];
  for (const { items } of chunksOf(ids, contentsAtOnce)) outgoing.push(...(await outgoingOf(items, ports)));
  const checks = { now, fileName, profile: profilesOf(ports.configuration).get(payerId) };
  return { payerId, facts, fileName, ...sound(claims, outgoing, facts, checks) };
}

/** Content that is unpacked at a time: in JSON it is several times larger than as it is written. */
const contentsAtOnce = 200;

async function outgoingOf(ids: readonly string[], { claims }: ClearinghousePorts): Promise<OutgoingClaim[]> {
  const contents = await claims.contents(ids);
  return ids.flatMap((id): OutgoingClaim[] => {
    const content = contents.get(id);
    return content === undefined ? [] : [{ id, content: claimOf(content) }];
  });
}

/** Leaves out what has errors until the rest has none: a file with fewer claims is another file. */
function sound(
  claims: readonly Claim[],
  outgoing: readonly OutgoingClaim[],
  facts: FileFacts,
  checks: Parameters<typeof checkFile>[1],
): Pick<CheckedClaims, 'claims' | 'blocked' | 'file'> {
  const blocked: Blocked[] = [];
  let left = outgoing;
  for (;;) {
    const file = composeFile(left, facts);
    const found = left.length === 0 ? { ofFile: [], blocked: [] } : checkFile(file, checks);
    if (found.ofFile.length > 0) {
      blocked.push(...left.map(({ id }) => ({ claim_id: id, findings: found.ofFile })));
      return { claims: [], blocked, file };
    }
    if (found.blocked.length === 0) {
      const ids = new Set(left.map(({ id }) => id));
      return { claims: claims.filter(({ id }) => ids.has(id)), blocked, file };
    }
    blocked.push(...found.blocked);
    const bad = new Set(found.blocked.map(({ claim_id }) => claim_id));
    left = left.filter(({ id }) => !bad.has(id));
  }
}

async function prepare(
  checked: CheckedClaims,
  actor: string,
  ports: ClearinghousePorts,
): Promise<Submission> {
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
  );
  if (missing.length > 0) {
    await abandon(submission, ports);
    throw claimsNotReady(missing.map((claim_id) => ({ claim_id, lane: 'being_submitted' })));
  }
  await ports.putFile(submission.object_key, file.bytes);
  await ports.store.putBatch(file.batch, file.sets);
  return advance(submission, { state: 'prepared' }, ports);
}

/** Details of one error answer; the rest of the faults shows when these are mended. */
const mostDetails = 200;

function submissionBlocked(blocked: readonly Blocked[]): ApiError {
  const details = blocked.flatMap(({ claim_id, findings }) =>
    findings.map(({ id, message }): ErrorDetail => ({ path: ['claims', claim_id], message, code: id })),
  );
  return new ApiError('submission_blocked', { details: details.slice(0, mostDetails) });
}

function claimsNotReady(claims: readonly { readonly claim_id: string; readonly lane: string }[]): ApiError {
  const details = claims.map(
    ({ claim_id, lane }): ErrorDetail => ({
      path: ['claims', claim_id],
      message: lane === 'unknown' ? 'There is no such claim' : `The claim is ${lane}`,
      code: lane,
    }),
  );
  return new ApiError('claims_not_ready', { details: details.slice(0, mostDetails) });
}
