// The command in cdk.json, which runs on any Node: installs the dependencies of a fresh clone, then runs the app with the
// Node among them.
import './install.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = `${root}node_modules/.bin/node`;
const { status, error } = spawnSync(
  existsSync(installed) ? installed : process.execPath,
  ['bin/granary.ts'],
  { cwd: root, stdio: 'inherit' },
);
if (error) process.stderr.write(`${error.message}\n`);
process.exitCode = status ?? 1;
