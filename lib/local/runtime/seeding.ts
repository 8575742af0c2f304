import * as z from 'zod';
import type { DataFolder } from '../state/data-folder.ts';

/** What a seed made; local.json shows all of it, and the banner knows these. */
const seededSchema = z.looseObject({
  brandId: z.string(),
  apiKeys: z.record(z.string(), z.string()),
  claimsApiKeys: z.record(z.string(), z.string()).optional(),
});
export type SeedResult = z.infer<typeof seededSchema>;

export type Seed = (options: {
  readonly baseUrl: string;
  readonly token: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly log: (line: string) => void;
}) => Promise<{ readonly brandId: string; readonly apiKeys: Readonly<Record<string, string>> }>;

const marker = 'state/began.json';

/**
 * Seeds a data folder that was never used before, and otherwise reads what the seed made then. A first start that
 * was interrupted counts as none.
 */
export async function seedOnce(
  folder: DataFolder,
  seed: Seed | undefined,
  options: Parameters<Seed>[0],
): Promise<SeedResult | undefined> {
  const began = folder.readJson(marker, z.object({ at: z.string() }));
  if (began === undefined) {
    if (seed !== undefined) folder.writeJson('seed.json', await seed(options));
    folder.writeJson(marker, { at: new Date().toISOString() });
  }
  return readSeeded(folder);
}

export function readSeeded(folder: Pick<DataFolder, 'readJson'>): SeedResult | undefined {
  return folder.readJson('seed.json', seededSchema);
}
