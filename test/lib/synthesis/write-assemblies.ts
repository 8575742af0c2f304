// `node test/lib/synthesis/write-assemblies.ts DIRECTORY`: writes the templates of all tested settings with stub functions.
// `… DIRECTORY repeated` writes those of the default settings once more.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { workers } from '#contract/commerce/work.ts';
import { createApp } from '#lib/granary-app.ts';
import { nagReport } from './nag-report.ts';
import { testedSettings } from './tested-settings.ts';

/** Every function that the stacks deploy, by its source below `functions/`. */
const deployedFunctions: readonly string[] = [
  'commerce/authorizer',
  'commerce/find-work',
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
async function writeStubBundles(directory: string): Promise<void> {
  for (const name of deployedFunctions) {
    await mkdir(path.join(directory, name), { recursive: true });
    const text = `export const handler = async () => ({ statusCode: 200, body: '${name}' });\n`;
    await writeFile(path.join(directory, name, 'index.mjs'), text);
  }
}

/** Writes a minimal web app. */
async function writeStubWebApp(directory: string): Promise<void> {
  await mkdir(path.join(directory, 'assets'), { recursive: true });
  await writeFile(path.join(directory, 'index.html'), '<!doctype html><title>Granary</title>');
  await writeFile(path.join(directory, 'assets/index-abc123.js'), '');
}

const [directory = '', repeated] = process.argv.slice(2);
const bundles = path.join(directory, 'bundles');
const webApp = path.join(directory, 'web-app');

const write = (name: string, options: Parameters<typeof createApp>[0]) => {
  const app = createApp({
    outdir: path.join(directory, name),
    bundles,
    webApp,
    validation: 'off',
    ...options,
  });
  app.synth();
  return app;
};

if (repeated !== undefined) write(repeated, { context: testedSettings.defaults });
else {
  await writeStubBundles(bundles);
  await writeStubWebApp(webApp);
  for (const [name, context] of Object.entries(testedSettings)) {
    const app = write(name, { context });
    // All stacks, without the settings that make some acknowledgments unnecessary.
    if (context === testedSettings.web)
      await writeFile(path.join(directory, 'nag.json'), JSON.stringify(nagReport(app)));
  }
  const empty = path.join(directory, 'empty-bundles');
  for (const name of deployedFunctions) await mkdir(path.join(empty, name), { recursive: true });
  write('in-place', { bundles: empty, assets: 'in place' });
  write('overridden', {
    defaults: { environment: 'staging', stackPrefix: 'Harvest' },
    context: { environment: 'testing' },
  });
}
