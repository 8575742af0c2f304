import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { contractRules } from './contract-rules-plugin.ts';
import { domainModules } from './domain-modules-plugin.ts';
import { frameChunk, preloadFrame } from './frame-chunk.ts';
import { icons } from './icons/icons-plugin.ts';
import { serviceWorker } from './service-worker-plugin.ts';

const web = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('..', import.meta.url));

/** Address of the local stack that the development server passes API requests to. */
const backend = process.env['GRANARY_BACKEND'] || 'http://localhost:3100';

/** The `Host` of the browser is kept, so that the issuer and all redirects stay at the origin of the page. */
const proxied = { target: backend, changeOrigin: false, xfwd: true };

export default defineConfig({
  root: web,
  cacheDir: `${repository}.cache/vite`,
  plugins: [contractRules(), domainModules(), icons(), preloadFrame(), serviceWorker()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows neither data addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: frameChunk(`${web}src/app/start-app.tsx`, `${web}src/main.tsx`), debugName: 'frame' },
            {
              name: 'farm',
              test: /\/(web\/src\/farm|shared\/(contract\/)?commerce|shared\/calendar)\//,
              minShareCount: 2,
            },
            { name: 'claims', test: /\/(web\/src\/claims|shared\/(contract\/)?claims)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: 'localhost',
    port: 5173,
    strictPort: true,
    hmr: false,
    fs: { allow: [repository] },
    proxy: { '/api': proxied, '/.local': proxied, '/config.json': proxied },
  },
});
