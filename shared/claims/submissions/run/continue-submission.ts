import type { SubmissionPorts } from '../ports.ts';
import { isUnfinished, type Submission } from '../submission.ts';
import { type OutgoingFile, type Transport, TransportFailed } from '../transport.ts';
import { isTimeUp, storeFailure, storeProgress } from './progress.ts';
import { recordClaims } from './record-claims.ts';

/**
 * Takes a submission that this run holds to its final state. Each step is stored before the next one begins, so a later
 * run continues an interrupted one and never sends twice.
 *
 * @returns the stored submission; unfinished, with `last_error`, after a failed transport, and without it when the
 * time was up
 * @throws SubmissionTakenOver
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
