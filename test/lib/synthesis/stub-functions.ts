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

/** Writes the bundle of a minimal function for everything that the stacks deploy. */
export async function writeStubBundles(directory: string): Promise<void> {
  for (const name of deployedFunctions) {
    await mkdir(path.join(directory, name), { recursive: true });
    const text = `export const handler = async () => ({ statusCode: 200, body: '${name}' });\n`;
    await writeFile(path.join(directory, name, 'index.mjs'), text);
  }
}

/** Writes a minimal web app. */
export async function writeStubWebApp(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'assets'), { recursive: true });
  await writeFile(path.join(directory, 'index.html'), '<!doctype html><title>Granary</title>');
  await writeFile(path.join(directory, 'assets/index-abc123.js'), '');
}
