import { CsvExport } from '#x12/csv/csv.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { Completeness } from '#x12/presentation/completeness.ts';
import { forEachInput } from './input.ts';
import { writeOutput } from './output.ts';
import type { ExitCode, Settings } from './settings.ts';

/** Writes one table of the files as CSV. Exit code 1 for an incomplete file. */
export async function csv({ files, table }: Settings): Promise<ExitCode> {
  const rows = new CsvExport(table, files.length > 1);
  const completeness = new Completeness();
  await forEachInput(files, async (input) => {
    const listeners = [...rows.listeners(input.name), completeness.listener()];
    const engine = new X12Engine({ guides: allGuides, listeners, validate: false });
    for await (const _ of feed(input.chunks, engine)) {
      await writeOutput(rows.take());
      rows.check();
    }
  });
  rows.end();
  return completeness.isComplete ? 0 : 1;
}
