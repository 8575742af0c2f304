import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';

/** Writes a function for everything that the stacks deploy: a smallest possible one, or this source. */
export async function writeStandInFunctions(
  directory: string,
  sourceOf = (name: string) => `export const handler = async () => ({ statusCode: 200, body: '${name}' });\n`,
): Promise<void> {
  const names = [
    'authorizer',
    'claims/authorizer',
    'claims/sign-checkpoint',
    'claims/carry-on-audit-run',
    'claims/ingest-file',
    'claims/answer-as-payer',
    'claims/exchange-files',
    'claims/mark-overdue',
    'claims/migrate-schema',
    ...[...commerceEndpoints, ...claimsEndpoints].map(({ service, name }) => `${service}/${name}`),
  ];
  for (const name of names) {
    const file = path.join(directory, `${name}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, sourceOf(name));
  }
}
