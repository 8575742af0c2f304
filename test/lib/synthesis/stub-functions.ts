import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { workers } from '#contract/commerce/work.ts';

/** Every function that the stacks deploy, by its source below `functions/`. */
export const deployedFunctions: readonly string[] = [
  'commerce/authorizer',
  'commerce/find-work',
  'commerce/receive-upload',
  ...workers.map((worker) => `commerce/${worker}`),
  'claims/authorizer',
  'claims/sign-checkpoint',
  'claims/carry-on-audit-run',
  'claims/carry-on-bulk-run',
  'claims/ingest-file',
  'claims/answer-as-payer',
  'claims/exchange-files',
  'claims/mark-overdue',
  'claims/purge-records',
  'claims/raise-alerts',
  'claims/migrate-schema',
  ...[...commerceEndpoints, ...claimsEndpoints].map(({ service, name }) => `${service}/${name}`),
];

/** Writes the source of a minimal function for everything that the stacks deploy. */
export const writeStubFunctions = (directory: string): Promise<void> => writeStubs(directory, '.ts');

/** Writes the bundle of a minimal function for everything that the stacks deploy. */
export const writeStubBundles = (directory: string): Promise<void> => writeStubs(directory, '/index.mjs');

/** Writes a minimal web app. */
export async function writeStubWebApp(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'assets'), { recursive: true });
  await writeFile(path.join(directory, 'index.html'), '<!doctype html><title>Granary</title>');
  await writeFile(path.join(directory, 'assets/index-abc123.js'), '');
}

async function writeStubs(directory: string, ending: string): Promise<void> {
  for (const name of deployedFunctions) {
    const file = path.join(directory, `${name}${ending}`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `export const handler = async () => ({ statusCode: 200, body: '${name}' });\n`);
  }
}
