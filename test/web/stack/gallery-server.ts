import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

// Builds the gallery of components into the folder given, as the app is built, serves it and prints its address.
const root = fileURLToPath(new URL('../../../web/', import.meta.url));
const outDir = process.argv[2] ?? '';
const settings = { root, configFile: false, logLevel: 'error' } as const;
const rolldownOptions = { input: join(root, 'kit.html') };
await build({
  ...settings,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir, emptyOutDir: true, target: 'es2022', rolldownOptions },
});
const server = await preview({ ...settings, build: { outDir }, preview: { port: 0 } });
process.stdout.write(`${new URL('kit.html', server.resolvedUrls?.local[0]).href}\n`);
