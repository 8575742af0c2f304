import { X12Error } from '#x12/findings/x12-error.ts';
import { findPayerConfig } from '../configuration/configuration.ts';
import { composeFile } from './compose-file.ts';
import { finishPreparation, sha256Of } from './prepare-submission.ts';
import { readOutgoing, type SendableFile } from './sendable-file.ts';
import type { Submission } from './submission.ts';
import type { SubmissionPorts } from './submission-ports.ts';
import { abandonSubmission } from './submission-progress.ts';

/**
 * Continues the preparation of an interrupted run: writes the same file again and reserves the remaining claims. Abandons
 * the submission if the file would be another one, or if a claim is no longer available.
 *
 * @returns the submission: prepared, abandoned, or still preparing because the time is up
 */
export async function resumePreparation(submission: Submission, ports: SubmissionPorts): Promise<Submission> {
  const written = await writeAgain(submission, ports);
  if (written === undefined) return abandonSubmission(submission, ports);
  const holders = await ports.store.reservedBy(written.claims);
  const reserved = new Set(
    written.claims.map(({ id }) => id).filter((id) => holders.get(id) === submission.id),
  );
  return (await finishPreparation(submission, { ...written, reserved }, ports)).submission;
}

/** Undefined if claims or the configuration have changed since the submission was created. */
async function writeAgain(
  submission: Submission,
  ports: SubmissionPorts,
): Promise<Pick<SendableFile, 'claims' | 'file'> | undefined> {
  const { configuration, store, claims } = ports;
  const config = findPayerConfig(configuration, submission.payer_id, '837P');
  if (config === undefined) return undefined;
  const ids = (await store.claimsOf(submission.id)).map(({ claim_id }) => claim_id);
  const context = {
    submissionId: submission.id,
    batchId: submission.batch_id,
    controlNumber: Number(submission.group_control_number),
    clearinghouse: configuration.clearinghouse,
    config,
    now: new Date(submission.created_at),
  };
  // The contents are read after the versions, so that the reservation finds an edit in between.
  const found = await claims.find(ids);
  try {
    const file = composeFile(await readOutgoing(found, ports), context);
    return sha256Of(file) === submission.sha256 ? { claims: found, file } : undefined;
  } catch (error) {
    if (error instanceof X12Error) return undefined;
    throw error;
  }
}
