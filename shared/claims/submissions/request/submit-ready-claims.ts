import type { BlockedClaim } from '../file/check-file.ts';
import { buildSendableFile, requirePayerConfig, type SendableFile } from '../file/sendable-file.ts';
import { submissionsHolding } from '../held-claims.ts';
import type { SubmissionPorts } from '../ports.ts';
import { continueSubmission } from '../run/continue-submission.ts';
import { prepareSubmission } from '../run/prepare.ts';
import { isTimeUp } from '../run/progress.ts';
import { resumeUntilFailure } from '../run/resume-submissions.ts';
import { finishEarlierRun } from './earlier-run.ts';
import { readyClaims } from './readiness.ts';
import { blockedAsNotReady, blockedTogether, claimsNotReady, submissionBlocked } from './refusals.ts';
import type { SubmissionRequest, SubmitResult } from './submission-request.ts';

/** Sends a payer's ready claims that have no errors. Refuses the request only if nothing was sent or resumed. */
export async function submitReadyClaims(
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
