import type { Claim } from '../../claim/claim.ts';
import { findPayerConfig } from '../../configuration/configuration.ts';
import type { BlockedClaim } from '../file/check-file.ts';
import { buildSendableFile, requirePayerConfig, type SendableFile } from '../file/sendable-file.ts';
import { submissionsHolding, type UnreadyClaim } from '../held-claims.ts';
import type { SubmissionPorts } from '../ports.ts';
import { continueSubmission } from '../run/continue-submission.ts';
import { prepareSubmission } from '../run/prepare.ts';
import { resumeUntilFailure } from '../run/resume-submissions.ts';
import { isUnfinished, type Submission } from '../submission.ts';
import { finishEarlierRun } from './earlier-run.ts';
import { readinessOf } from './readiness.ts';
import {
  blockedAsNotReady,
  blockedTogether,
  blockedWithoutConfig,
  claimsNotReady,
  submissionBlocked,
  tooManyPayers,
} from './refusals.ts';
import type { SubmissionRequest, SubmitResult } from './submission-request.ts';

/** Maximum payers of one call, because the reply with all submissions is stored for repetitions. */
const maxPayers = 100;

/** Sends all claims with these ids, or none: a first run refuses the request, a repetition returns blocked claims. */
export async function submitNamedClaims(
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
