import type { SubmissionPorts } from '../ports.ts';
import { isUnfinished, type Submission } from '../submission.ts';
import { type Transport, TransportFailed } from '../transport.ts';
import { abandonSubmission, isTimeUp, storeFailure, storeProgress } from './progress.ts';
import { recordClaims } from './record-claims.ts';
import { sendFile, uploadFile } from './send.ts';

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
          current = await abandonSubmission(current, ports);
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
