import { basename } from 'node:path';
import { Completeness } from '#x12/presentation/completeness.ts';
import { pageOf, shownFile } from '#x12/show/show.ts';
import { forEachInput } from './input.ts';
import { writeOutput } from './output.ts';
import type { ExitCode, Settings } from './settings.ts';

/** Shows the files as text or as one HTML page. Exit code 1 for an incomplete file. */
export async function show({ files, html }: Settings): Promise<ExitCode> {
  const page = pageOf(html);
  const completeness = new Completeness();
  // Written with the first content, so that unreadable input writes nothing.
  let start = page.start(files.map(titleOf).join(', '));
  await forEachInput(files, async (input) => {
    for await (const text of shownFile(input.chunks, page, titleOf(input.name), [completeness.listener()])) {
      await writeOutput(start + text);
      start = '';
    }
  });
  await writeOutput(start + page.end());
  return completeness.isComplete ? 0 : 1;
}

/** Without folders, because the page may be passed on. */
function titleOf(name: string): string {
  return name === '-' ? 'Standard input' : basename(name);
}
