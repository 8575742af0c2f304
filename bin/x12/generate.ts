import { buffer } from 'node:stream/consumers';
import { claimFileFromJson } from '#x12/837p/claim-file-json.ts';
import { writeClaims } from '#x12/837p/write-claims.ts';
import { openInput } from './input.ts';
import { emit } from './output.ts';
import type { ExitCode, Settings } from './settings.ts';

/** An 837P from claims in JSON, one interchange for each file. */
export async function generate({ files, lines, now }: Settings): Promise<ExitCode> {
  for (const name of files) {
    const input = openInput(name);
    const json: unknown = JSON.parse((await buffer(input.chunks)).toString('utf8'));
    input.close();
    const { envelope, claims } = claimFileFromJson(json, now);
    await emit(writeClaims(claims, envelope, lines ? { lineEnd: '\n' } : {}));
  }
  return 0;
}
