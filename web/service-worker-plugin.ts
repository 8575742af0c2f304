import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

/** Builds `/service-worker.js` with the list of all files of the app, so that it can serve them without signal. */
export function serviceWorker(): Plugin {
  let root = '';
  let publicFolder = '';
  return {
    name: 'granary-service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // The names and contents of all other files must be final.
      order: 'post',
      async handler(_options, bundle) {
        const digest = createHash('sha256');
        for (const [name, file] of Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1)))
          digest.update(name).update(file.type === 'chunk' ? file.code : file.source);
        const publicFiles = readdirSync(publicFolder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name));
        for (const file of publicFiles.sort()) digest.update(file).update(readFileSync(file));
        const files = [
          ...Object.keys(bundle),
          ...publicFiles.map((file) => file.slice(publicFolder.length + 1)),
        ].filter((name) => /\.(js|css|svg|png|webmanifest|woff2)$/.test(name));
        const version = digest.digest('hex').slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: await workerOf(root, { version, files: files.map((name) => `/${name}`) }),
        });
      },
    },
  };
}

async function workerOf(root: string, content: object): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/offline/service-worker.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    target: 'es2022',
    write: false,
    define: { BUILD: JSON.stringify(content) },
  });
  const text = outputFiles[0]?.text;
  if (text === undefined) throw new Error('esbuild wrote no service worker');
  return text;
}
