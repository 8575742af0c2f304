import { createRequire } from 'node:module';
import path from 'node:path';

/** The program of the TypeScript compiler, for Node. The package does not export it, but its directory. */
export const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);
