import { editList } from '#x12/presentation/edit-list.ts';
import { writeOutput } from './output.ts';
import type { ExitCode } from './settings.ts';

/** Writes the list of all edits as Markdown. */
export async function edits(): Promise<ExitCode> {
  await writeOutput(editList());
  return 0;
}
