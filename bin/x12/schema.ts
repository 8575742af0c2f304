import { claimFileSchema } from '#x12/837p/json/claim-file-schema.ts';
import { writeOutput } from './output.ts';
import type { ExitCode } from './settings.ts';

/** Writes the JSON Schema of the input of `generate`. */
export async function schema(): Promise<ExitCode> {
  await writeOutput(`${JSON.stringify(claimFileSchema(), null, 2)}\n`);
  return 0;
}
