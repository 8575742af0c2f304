import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** The data folder of a stack that was started with `--no-test-payer`. */
export function startOptionsSuite(folder: () => string): void {
  test('npm start -- --no-test-payer runs no test payer', () => {
    const assembly = join(folder(), 'assembly');
    const names = readdirSync(assembly).filter((name) => name.endsWith('.template.json'));
    const templates = names.map((name) => readFileSync(join(assembly, name), 'utf8')).join('\n');
    expect(templates).toContain('IntakeInboxQueue');
    expect(templates).not.toContain('IntakeStagingQueue');
  });

  test('only the owner can read the data folder', () => {
    const readable = [
      folder(),
      ...readdirSync(folder(), { recursive: true }).map((name) => join(folder(), String(name))),
    ].filter((path) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      // A link has no permissions, and leads to installed packages.
      const isLinked = found === undefined || found.isSymbolicLink() || path.includes('/node_modules/');
      return !isLinked && found.mode & 0o077;
    });
    expect(readable).toEqual([]);
    expect(lstatSync(folder()).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(folder(), 'local.json')).mode & 0o777).toBe(0o600);
  });
}
