import { buffer } from 'node:stream/consumers';
import { generateClaims } from '#x12/837p/generate/generate-claims.ts';
import { claimFileSchema } from '#x12/837p/json/claim-file-schema.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';
import { forEachInput } from './input.ts';
import { writeOutput } from './output.ts';
import { repeatedKeys } from './repeated-keys.ts';
import type { ExitCode, Settings } from './settings.ts';

/** Writes an 837P from claims in JSON, one interchange per file. Lists transliterated texts on standard error. */
export async function generate({ files, lines, now, characters }: Settings): Promise<ExitCode> {
  await forEachInput(files, async (input) => {
    // Without a byte order mark, which Windows programs write and JSON.parse refuses.
    const text = new TextDecoder().decode(await buffer(input.chunks));
    const json: unknown = JSON.parse(text);
    const repeated = repeatedKeys(text);
    if (repeated.length > 0) throw new JsonInputError(repeated);
    const options = { moment: now, characters, ...(lines && { lineEnd: '\n' }) };
    const { bytes, changed } = generateClaims(json, options);
    for (const path of changed) process.stderr.write(`x12: ${path}: transliterated\n`);
    await writeOutput(bytes);
  });
  return 0;
}

/** Writes the JSON Schema of the input of `generate`. */
export async function schema(): Promise<ExitCode> {
  await writeOutput(`${JSON.stringify(claimFileSchema(), null, 2)}\n`);
  return 0;
}
