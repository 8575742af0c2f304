import type { Submission } from '../submissions/submission.ts';
import { respondAsTestPayer, type TestPayerResponse } from './respond.ts';

/** What the test payer needs from outside. */
export interface TestPayerPorts {
  /** Whether it has answered this file already. */
  hasResponded(fileName: string): Promise<boolean>;
  rememberResponded(fileName: string): Promise<void>;
  /** The submission that sent the file; undefined for one that was put there by hand. */
  findSubmission(fileName: string): Promise<Pick<Submission, 'state'> | undefined>;
  read(): Promise<Uint8Array>;
  putInInbox(answer: TestPayerResponse): Promise<void>;
  pause(): Promise<void>;
}

/** Pauses before the payer loses patience. */
const patience = 100;

/** The submission that sent the file is not recorded yet: an answer now would find claims that nobody has sent. */
class NotRecordedYet extends Error {
  constructor() {
    super('The submission of a staged file is not recorded yet');
    this.name = 'NotRecordedYet';
  }
}

/**
 * Answers one staged file, once. Run again after a failure it writes the same bytes under the same names.
 *
 * @returns what was put into the inbox
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
  for (let attempt = 0; attempt < patience; attempt++) {
    const submission = await ports.findSubmission(fileName);
    if (submission === undefined || submission.state === 'recorded') return;
    await ports.pause();
  }
  throw new NotRecordedYet();
}
