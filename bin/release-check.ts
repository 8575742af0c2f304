// `npm run release:check` compares the OpenAPI documents with those of the last tag, with `-- COMMIT` with those of another
// commit, and names the changes that can break a program. It fails if there are any and the major version is the same.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { breakingChanges } from '#clients/compatibility/breaking-changes.ts';
import { ignoreClosedOutput } from './closed-output.ts';

ignoreClosedOutput();

const root = process.cwd();
const documents = [
  { service: 'commerce', file: 'dist/openapi.json' },
  { service: 'claims', file: 'dist/openapi-claims.json' },
];

const released = process.argv[2] ?? lastTag();
if (released === undefined) say('There is no tag yet, so there is no release to compare with.');
else if (git('rev-parse', '--verify', '--quiet', `${released}^{commit}`) === undefined)
  fail(`${released} is not a commit of this repository`);
else compareWith(released);

function compareWith(commit: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-release-'));
  try {
    const archive = execFileSync('git', ['archive', '--format=tar', commit], {
      cwd: root,
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-xf', '-'], { cwd: folder, input: archive });
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const [before, after] = [documentsOf(folder), documentsOf(root)];
    const counts = documents.map(({ service }, n) =>
      report(service, commit, breakingChanges(before[n], after[n])),
    );
    const isBreaking = counts.some((count) => count > 0);
    if (isBreaking && majorVersionOf(folder) === majorVersionOf(root))
      fail('breaking changes need a higher major version in package.json');
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the documents of a folder with its own sources and the packages of this one. */
function documentsOf(folder: string): readonly unknown[] {
  const { status, stderr } = spawnSync(process.execPath, ['bin/openapi.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`bin/openapi.ts of ${folder} failed: ${stderr.trim()}`);
  return documents.map(({ file }) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
}

/** Prints the changes and returns their number. */
function report(service: string, commit: string, changes: ReadonlyMap<string, readonly string[]>): number {
  say(
    `${service}: ${changes.size || 'no'} breaking ${changes.size === 1 ? 'change' : 'changes'} since ${commit}`,
  );
  for (const [change, [first, ...others]] of changes)
    say(`  ${change}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`);
  return changes.size;
}

function majorVersionOf(folder: string): string | undefined {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return String(version).split('.')[0];
}

function lastTag(): string | undefined {
  return git('describe', '--tags', '--abbrev=0');
}

/** Returns the output of git; undefined if it fails. */
function git(...arguments_: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', arguments_, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(reason: string): void {
  process.stderr.write(`release:check: ${reason}\n`);
  process.exitCode = 1;
}
