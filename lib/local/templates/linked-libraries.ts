import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nativeFunctions } from '../../bundling/native-libraries.ts';

const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/**
 * Links this machine's native libraries beside the functions of an assembly. Bundles import them by name, which finds
 * nothing in a data folder outside of this repository.
 */
export function linkNativeLibraries(assembly: string): void {
  for (const { library } of Object.values(nativeFunctions)) {
    const link = join(assembly, 'node_modules', library);
    const target = join(installed, library);
    if (targetOf(link) === target) continue;
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { force: true });
    symlinkSync(target, link, 'dir');
  }
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}
