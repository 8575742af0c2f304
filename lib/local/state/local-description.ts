import * as z from 'zod';
import { type DataFolder, isSameProcess } from './data-folder.ts';

const file = 'local.json';
const addressFile = 'state/address.json';

export function writeDescription(folder: DataFolder, stack: Readonly<Record<string, unknown>>): void {
  folder.writeJson(file, { ...stack, pid: process.pid });
}

/**
 * Stores the address, which is the issuer of tokens, and removes the description of an earlier runtime, because its
 * presence means that the stack is ready. Throws StartError for a damaged description.
 */
export function writeAddress(folder: DataFolder, baseUrl: string): void {
  // Damage is reported, not removed, because other files may be damaged too.
  folder.readJson(file, z.looseObject({ baseUrl: z.string() }));
  folder.remove(file);
  folder.writeJson(addressFile, { baseUrl });
}

/** Returns the base address of the current or last runtime on this folder. Throws StartError for a damaged file. */
export function readAddress(folder: DataFolder): string | undefined {
  return folder.readJson(addressFile, z.object({ baseUrl: z.string() }))?.baseUrl;
}

const runningSchema = z.looseObject({
  pid: z.int(),
  endpoints: z.object({ dynamodb: z.string(), s3: z.string(), other: z.string() }),
});

/** Returns the endpoints of the runtime on this folder; undefined when none is ready. */
export function readRunning(
  folder: Pick<DataFolder, 'readJson'>,
): Pick<z.output<typeof runningSchema>, 'endpoints'> | undefined {
  const owner = folder.readJson('runtime.pid', z.object({ pid: z.int(), startedAt: z.string() }));
  if (owner === undefined || !isSameProcess(owner.pid, owner.startedAt)) return undefined;
  const description = folder.readJson(file, runningSchema);
  return description?.pid === owner.pid ? description : undefined;
}
