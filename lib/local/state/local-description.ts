import * as z from 'zod';
import { type DataFolder, isSameProcess } from './data-folder.ts';

const file = 'local.json';
const addressFile = 'state/address.json';

/** What is told of a running stack. */
interface RunningStack {
  readonly folder: DataFolder;
  readonly baseUrl: string;
  readonly endpoints: { readonly dynamodb: string; readonly s3: string };
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: Readonly<Record<string, string>>;
  readonly queues: Readonly<Record<string, string>>;
  /** Endpoint of all other services. */
  readonly controlPlane: string;
  readonly seeded?: Readonly<Record<string, unknown>> | undefined;
  /** Directory that the stub transport copies submissions into. */
  readonly stagingDir: string;
}

/** Writes `.granary/local.json`: what tools and tests need to know of a running stack. */
export function writeDescription({
  folder,
  baseUrl,
  endpoints,
  addresses,
  tables,
  buckets,
  queues,
  controlPlane,
  seeded,
  stagingDir,
}: RunningStack): void {
  folder.writeJson(file, {
    baseUrl,
    endpoints: { ...endpoints, other: controlPlane },
    addresses,
    tables,
    buckets,
    queues,
    stagingDir,
    ...seeded,
    pid: process.pid,
  });
}

/**
 * Keeps the address, which tokens name, and takes away what an earlier runtime wrote: whoever waits for local.json
 * must not find an old one. Throws StartError when that is damaged.
 */
export function writeAddress(folder: DataFolder, baseUrl: string): void {
  // Damage is told rather than swept away: whatever did it may have met more than this file.
  folder.readJson(file, z.looseObject({ baseUrl: z.string() }));
  folder.remove(file);
  folder.writeJson(addressFile, { baseUrl });
}

/** The base address of the runtime on this folder, or of the last one. Throws StartError for a damaged file. */
export function readAddress(folder: DataFolder): string | undefined {
  return folder.readJson(addressFile, z.object({ baseUrl: z.string() }))?.baseUrl;
}

const runningSchema = z.looseObject({
  pid: z.int(),
  endpoints: z.object({ dynamodb: z.string(), s3: z.string(), other: z.string() }),
});

/** Where the engines of the runtime on this folder are; undefined when none is running and ready. */
export function readRunning(
  folder: Pick<DataFolder, 'readJson'>,
): Pick<z.output<typeof runningSchema>, 'endpoints'> | undefined {
  const owner = folder.readJson('runtime.pid', z.object({ pid: z.int(), startedAt: z.string() }));
  if (owner === undefined || !isSameProcess(owner.pid, owner.startedAt)) return undefined;
  const description = folder.readJson(file, runningSchema);
  return description?.pid === owner.pid ? description : undefined;
}
