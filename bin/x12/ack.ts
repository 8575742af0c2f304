import { OutboundResponses } from '#x12/outbound/outbound-responses.ts';
import { maxFindingsOfSet } from '#x12/outbound/verdict-collector.ts';
import { FileSpool } from './file-spool.ts';
import { forEachInput } from './input.ts';
import { writeOutput } from './output.ts';
import { type ExitCode, readProfile, type Settings } from './settings.ts';
import { openTables } from './table-folder.ts';

/** Writes TA1, 999 and 277CA for the files, interchange by interchange. */
export async function ack(settings: Settings): Promise<ExitCode> {
  const { files, ta1, only, lines, now: moment, name: fileName } = settings;
  const profile = readProfile(settings.profile);
  const tables = openTables(settings.tables);
  let controlNumber = settings.control;
  let isRejected = false;
  await forEachInput(files, async (input) => {
    const spools: FileSpool[] = [];
    const responses = new OutboundResponses({
      checks: { now: moment, profile, fileName, sample: settings.sample, tables },
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
    for await (const { bytes } of responses.pieces(input.chunks)) await writeOutput(bytes);
    for (const spool of spools) spool.close();
    controlNumber = responses.nextControlNumber;
    isRejected ||= responses.errors > 0;
    const { leftOut } = responses;
    if (leftOut > 0) {
      const limit = `it reports ${maxFindingsOfSet} per transaction set`;
      process.stderr.write(`x12: The 999 omits ${leftOut} findings; ${limit}\n`);
    }
  });
  return isRejected ? 1 : 0;
}
