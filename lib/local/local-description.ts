import * as z from 'zod';
import type { DataFolder } from './data-folder.ts';
import type { LocalRuntime } from './runtime.ts';

const file = 'local.json';

const descriptionSchema = z.looseObject({
  baseUrl: z.string(),
  endpoints: z.object({ dynamodb: z.string(), s3: z.string() }),
  tables: z.record(z.string(), z.string()),
  buckets: z.record(z.string(), z.string()),
  pid: z.number(),
});

/** Writes `.granary/local.json`: what tools and tests need to know of a running stack. */
export function writeDescription(runtime: LocalRuntime): void {
  const { baseUrl, endpoints, tables, buckets, seeded } = runtime;
  runtime.folder.writeJson(file, { baseUrl, endpoints, tables, buckets, ...seeded, pid: process.pid });
}

/** What the last runtime on this folder wrote. Throws StartError when the file is damaged. */
export function readDescription(
  folder: Pick<DataFolder, 'readJson'>,
): z.infer<typeof descriptionSchema> | undefined {
  return folder.readJson(file, descriptionSchema);
}
