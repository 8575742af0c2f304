import type { Submission } from '../submission.ts';
import { respondAsTestPayer, type TestPayerResponse } from './respond.ts';

export interface TestPayerPorts {
  /** Whether the test payer has already responded to this claim file, or sent this response. */
  isHandled(fileName: string): Promise<boolean>;
  rememberHandled(fileName: string): Promise<void>;
  /** Finds the submission that sent the file; undefined for a file from elsewhere. */
  findSubmission(fileName: string): Promise<Pick<Submission, 'state'> | undefined>;
  read(): Promise<Uint8Array>;
  /** Does nothing if the inbox has a file of this name. */
  putInInbox(response: TestPayerResponse): Promise<void>;
  pause(): Promise<void>;
}

/** Pauses until the test payer gives up. */
const maxPauses = 100;

/** The submission of the file is not recorded yet, so responses would meet claims that are not marked as sent. */
class NotRecordedYet extends Error {
  constructor() {
    super('The submission of a staged file is not recorded yet; try again');
    this.name = 'NotRecordedYet';
  }
}

/**
 * Responds once to a staged file. A repetition after a failure, or at the same time, writes only responses that were not sent
 * yet, with the same bytes under the same names.
 *
 * @returns the responses to the file
 * @throws NotRecordedYet
 */
export async function respondToStagedFile(
  fileName: string,
  ports: TestPayerPorts,
): Promise<readonly TestPayerResponse[]> {
  if (await ports.isHandled(fileName)) return [];
  await untilRecorded(fileName, ports);
  const responses = respondAsTestPayer(await ports.read(), fileName);
  for (const response of responses) {
    // The intake may already have removed the response of another run from the inbox.
    if (await ports.isHandled(response.name)) continue;
    await ports.putInInbox(response);
    await ports.rememberHandled(response.name);
  }
  await ports.rememberHandled(fileName);
  return responses;
}

async function untilRecorded(fileName: string, ports: TestPayerPorts): Promise<void> {
  for (let attempt = 0; attempt < maxPauses; attempt++) {
    const submission = await ports.findSubmission(fileName);
    if (submission === undefined || submission.state === 'recorded') return;
    await ports.pause();
  }
  throw new NotRecordedYet();
}
