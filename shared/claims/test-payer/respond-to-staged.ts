import type { Submission } from '../submissions/submission.ts';
import { respondAsTestPayer, type TestPayerResponse } from './respond.ts';

export interface TestPayerPorts {
  /** Whether the test payer has already responded to this file. */
  hasResponded(fileName: string): Promise<boolean>;
  rememberResponded(fileName: string): Promise<void>;
  /** Finds the submission that sent the file; undefined for a file from elsewhere. */
  findSubmission(fileName: string): Promise<Pick<Submission, 'state'> | undefined>;
  read(): Promise<Uint8Array>;
  putInInbox(answer: TestPayerResponse): Promise<void>;
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
 * Responds once to a staged file. A repetition after a failure writes the same bytes under the same names.
 *
 * @returns the files that were put into the inbox
 * @throws NotRecordedYet
 */
export async function respondToStagedFile(
  fileName: string,
  ports: TestPayerPorts,
): Promise<readonly TestPayerResponse[]> {
  if (await ports.hasResponded(fileName)) return [];
  await untilRecorded(fileName, ports);
  const answers = respondAsTestPayer(await ports.read(), fileName);
  for (const one of answers) await ports.putInInbox(one);
  await ports.rememberResponded(fileName);
  return answers;
}

async function untilRecorded(fileName: string, ports: TestPayerPorts): Promise<void> {
  for (let attempt = 0; attempt < maxPauses; attempt++) {
    const submission = await ports.findSubmission(fileName);
    if (submission === undefined || submission.state === 'recorded') return;
    await ports.pause();
  }
  throw new NotRecordedYet();
}
