import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { Completeness } from '#x12/presentation/completeness.ts';
import { type Inspection, inspectDocument, inspectLines } from '#x12/presentation/inspect.ts';
import type { Input } from './input.ts';
import { writeOutput } from './output.ts';
import type { ExitCode, Settings } from './settings.ts';
import { forEachUsableInput, type InputOutput } from './usable-inputs.ts';

/**
 * Writes the content of the files as one JSON document or as JSON lines. Exit code 1 for an incomplete file, 2 for an
 * unreadable one. The document is complete in each case.
 */
export async function inspect(settings: Settings): Promise<ExitCode> {
  const { files, stream } = settings;
  const areSeveral = files.length > 1;
  const completeness = new Completeness();
  const isOneDocument = areSeveral && !stream;
  if (isOneDocument) await writeOutput('{"files":[\n');
  const areUsable = await forEachUsableInput(files, (name, index) =>
    stream
      ? lines(name, settings, completeness)
      : document(name, index > 0 ? ',' : '', settings, completeness),
  );
  if (isOneDocument) await writeOutput(']}\n');
  if (!areUsable) return 2;
  return completeness.isComplete ? 0 : 1;
}

function lines(name: string, settings: Settings, completeness: Completeness): InputOutput {
  const inspection = inspectLines(optionsFor(name, settings));
  return {
    write: (input) => read(input, inspection, completeness, () => writeOutput(inspection.take())),
    // A line is always whole.
    fail: async () => {},
  };
}

function document(
  name: string,
  separator: string,
  settings: Settings,
  completeness: Completeness,
): InputOutput {
  const inspection = inspectDocument(optionsFor(name, settings));
  let isBegun = false;
  const write = async () => {
    await writeOutput(isBegun ? inspection.take() : separator + inspection.take());
    isBegun = true;
  };
  return {
    write: (input) => read(input, inspection, completeness, write),
    async fail(message) {
      // A single file that cannot be read writes nothing.
      if (!isBegun && settings.files.length === 1) return;
      inspection.fail(message);
      await write();
    },
  };
}

async function read(
  { chunks }: Input,
  { listeners }: Inspection,
  completeness: Completeness,
  write: () => Promise<void>,
): Promise<void> {
  const all = [...listeners, completeness.listener()];
  const engine = new X12Engine({ guides: allGuides, listeners: all, validate: false });
  for await (const _ of feed(chunks, engine)) await write();
}

const optionsFor = (file: string, { files, full, values }: Settings) => ({
  showValues: values,
  wholeClaims: full,
  members: files.length > 1 ? { file } : {},
});
