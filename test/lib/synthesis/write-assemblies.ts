// `node test/lib/synthesis/write-assemblies.ts DIRECTORY`: writes the templates of all tested settings with stub functions.
import path from 'node:path';
import { createApp } from '#lib/granary-app.ts';
import { writeStubBundles, writeStubWebApp } from './stub-functions.ts';
import { testedSettings } from './tested-settings.ts';

const [directory = ''] = process.argv.slice(2);
const bundles = path.join(directory, 'bundles');
await writeStubBundles(bundles);
const webApp = path.join(directory, 'web-app');
await writeStubWebApp(webApp);
for (const [name, context] of Object.entries(testedSettings)) {
  createApp({ outdir: path.join(directory, name), bundles, webApp, context, validation: 'off' }).synth();
}
