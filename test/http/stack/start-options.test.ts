import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from './local-process.ts';

const folder = newFolder();
let running: LocalProcess;
beforeAll(async () => {
  running = await startLocalProcess({ dataFolder: folder, flags: ['--no-seed', '--no-test-payer'] });
}, 180_000);
afterAll(async () => {
  await running?.stop();
  removeFolder(folder);
});

test('npm start -- --no-test-payer runs no test payer', () => {
  const assembly = join(folder, 'assembly');
  const names = readdirSync(assembly).filter((name) => name.endsWith('.template.json'));
  const templates = names.map((name) => readFileSync(join(assembly, name), 'utf8')).join('\n');
  expect(templates).toContain('IntakeInboxQueue');
  expect(templates).not.toContain('IntakeStagingQueue');
});

test('only the owner can read the data folder', () => {
  const readable = [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  ].filter((path) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // A link has no permissions, and leads to installed packages.
    return found !== undefined && !found.isSymbolicLink() && found.mode & 0o077;
  });
  expect(readable).toEqual([]);
  expect(lstatSync(folder).mode & 0o777).toBe(0o700);
  expect(lstatSync(join(folder, 'local.json')).mode & 0o777).toBe(0o600);
});
