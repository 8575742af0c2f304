import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// The child process of web-app.ts: builds the web app into the directory of its argument and ends with its parent.
process.on('disconnect', () => process.exit(1));

try {
  await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
    build: { outDir: process.argv[2] ?? '', emptyOutDir: true, reportCompressedSize: false },
    logLevel: 'warn',
  });
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
