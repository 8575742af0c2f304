import type { SubmissionPorts } from '../ports.ts';
import type { Submission } from '../submission.ts';
import { type OutgoingFile, type Transport, TransportFailed } from '../transport.ts';
import { storeProgress } from './progress.ts';

/** Second step of a submission: uploads the bytes under the temporary name. @throws TransportFailed */
export async function uploadFile(
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
export async function sendFile(
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
