import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';

/** Every function that the stacks deploy, by its source below `functions/`. */
export const deployedFunctions: readonly string[] = [
  'commerce/authorizer',
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

/** Writes a smallest possible function for everything that the stacks deploy. */
export async function writeStubFunctions(directory: string): Promise<void> {
  for (const name of deployedFunctions) {
    const file = path.join(directory, `${name}.ts`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `export const handler = async () => ({ statusCode: 200, body: '${name}' });\n`);
  }
}
