import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { Completeness } from '#x12/presentation/completeness.ts';
import { inspectDocument } from '#x12/presentation/inspect.ts';
import { inspectLines } from '#x12/presentation/inspect-lines.ts';
import { forEachInput } from './input.ts';
import { writeOutput } from './output.ts';
import type { ExitCode, Settings } from './settings.ts';

/** Writes the content of the files as one JSON document or as JSON lines. Exit code 1 for an incomplete file. */
export async function inspect({ files, stream, full, values }: Settings): Promise<ExitCode> {
  const areSeveral = files.length > 1;
  const completeness = new Completeness();
  if (areSeveral && !stream) await writeOutput('{"files":[\n');
  await forEachInput(files, async (input, index) => {
    if (index > 0 && !stream) await writeOutput(',');
    const members = areSeveral ? { file: input.name } : {};
    const options = { showValues: values, wholeClaims: full, members };
    const inspection = stream ? inspectLines(options) : inspectDocument(options);
    const listeners = [...inspection.listeners, completeness.listener()];
    const engine = new X12Engine({ guides: allGuides, listeners, validate: false });
    for await (const _ of feed(input.chunks, engine)) await writeOutput(inspection.take());
  });
  if (areSeveral && !stream) await writeOutput(']}\n');
  return completeness.isComplete ? 0 : 1;
}
