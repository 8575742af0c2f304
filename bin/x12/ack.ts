import { OutboundResponses } from '#x12/outbound/outbound-responses.ts';
import { maxFindingsOfSet } from '#x12/outbound/verdict-collector.ts';
import { FileSpool } from './file-spool.ts';
import { openInput } from './input.ts';
import { writeOutput } from './output.ts';
import { readProfile } from './profile.ts';
import type { ExitCode, Settings } from './settings.ts';

/** The TA1, 999 and 277CA that answer the files, one interchange after the other. */
export async function ack(settings: Settings): Promise<ExitCode> {
  const { files, ta1, only, lines, now: moment, name: fileName } = settings;
  const profile = readProfile(settings.profile);
  let controlNumber = settings.control;
  let isRejected = false;
  for (const name of files) {
    const input = openInput(name);
    const spools: FileSpool[] = [];
    const answer = new OutboundResponses({
      checks: { now: moment, profile, fileName, sample: settings.sample },
      moment,
      controlNumber,
      ta1: ta1 ? 'always' : 'requested',
      kinds: only,
      spool: () => {
        const spool = new FileSpool();
        spools.push(spool);
        return spool;
      },
      ...(lines && { lineEnd: '\n' }),
    });
    for await (const { bytes } of answer.pieces(input.chunks)) await writeOutput(bytes);
    for (const spool of spools) spool.close();
    input.close();
    controlNumber = answer.nextControlNumber;
    isRejected ||= answer.errors > 0;
    if (answer.leftOut > 0) process.stderr.write(`x12: ${leftOutText(answer.leftOut)}\n`);
  }
  return isRejected ? 1 : 0;
}

function leftOutText(count: number): string {
  return `The 999 leaves out ${count} findings; it reports ${maxFindingsOfSet} of a transaction set`;
}
