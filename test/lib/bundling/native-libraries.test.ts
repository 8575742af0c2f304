import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { nativeFunctions, nativeLibraries } from '#lib/bundling/native-libraries.ts';
import { leaveOut } from '../../soak.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The machine of an ELF file: bytes 18 and 19 of its header. */
const machineOf = (file: string): number => readFileSync(file).readUInt16LE(18);
const arm64 = 183;

test('a deployment has the parts of sharp for Lambda in the locked versions', () => {
  let modules: string;
  try {
    modules = nativeLibraries('commerce/process-images');
  } catch {
    leaveOut('native libraries of a deployment', 'npm does not reach its registry');
    return;
  }
  const versionIn = (folder: string, name: string): string =>
    JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8')).version;
  expect(versionIn(modules, 'sharp')).toBe(versionIn(path.join(root, 'node_modules'), 'sharp'));
  for (const part of nativeFunctions['commerce/process-images']?.parts ?? []) {
    const manifest = JSON.parse(readFileSync(path.join(modules, part, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ os: ['linux'], cpu: ['arm64'] });
  }
  const version = versionIn(modules, '@img/sharp-linux-arm64');
  const native = path.join(modules, '@img/sharp-linux-arm64/lib', `sharp-linux-arm64-${version}.node`);
  expect(machineOf(native)).toBe(arm64);
}, 120_000);
