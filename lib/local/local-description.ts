import * as z from 'zod';
import type { DataFolder } from './data-folder.ts';
import type { Seeded } from './seeding.ts';

const file = 'local.json';
const addressFile = 'state/address.json';

/** What tools and tests need to know of a running stack. */
interface Description {
  readonly baseUrl: string;
  readonly endpoints: { readonly dynamodb: string; readonly s3: string };
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: Readonly<Record<string, string>>;
  readonly seeded: Seeded | undefined;
}

/** Writes `.granary/local.json`, with all that the seed told about what it made. */
export function writeDescription(folder: DataFolder, description: Description): void {
  const { baseUrl, endpoints, tables, buckets, seeded } = description;
  folder.writeJson(file, { baseUrl, endpoints, tables, buckets, ...seeded, pid: process.pid });
}

/**
 * Keeps the address, which tokens name, and takes away what an earlier runtime wrote: whoever waits for local.json
 * must not find an old one. Throws StartError when that is damaged.
 */
export function rememberAddress(folder: DataFolder, baseUrl: string): void {
  // Damage is told rather than swept away: whatever did it may have met more than this file.
  folder.readJson(file, z.looseObject({ baseUrl: z.string() }));
  folder.remove(file);
  folder.writeJson(addressFile, { baseUrl });
}

/** The base address of the runtime on this folder, or of the last one. Throws StartError for a damaged file. */
export function readAddress(folder: DataFolder): string | undefined {
  return folder.readJson(addressFile, z.object({ baseUrl: z.string() }))?.baseUrl;
}
