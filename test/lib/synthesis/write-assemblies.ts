// `node test/lib/synthesis/write-assemblies.ts DIRECTORY`: writes the templates of all tested settings with stub functions.
// `… DIRECTORY repeated` writes those of the default settings once more.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp } from '#lib/granary-app.ts';
import { nagReport } from './nag-report.ts';
import { deployedFunctions, writeStubBundles, writeStubWebApp } from './stub-functions.ts';
import { testedSettings } from './tested-settings.ts';

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
