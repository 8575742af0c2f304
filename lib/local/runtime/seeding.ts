import * as z from 'zod';
import type { DataFolder } from '../state/data-folder.ts';

/** The records that a seed created: local.json shows all of them, the banner only these. */
const seededSchema = z.looseObject({
  brandId: z.string(),
  apiKeys: z.record(z.string(), z.string()),
  claimsApiKeys: z.record(z.string(), z.string()),
  otherBrandId: z.string(),
});
export type SeedResult = z.infer<typeof seededSchema>;

export type Seed = (options: {
  readonly baseUrl: string;
  readonly token: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly log: (line: string) => void;
}) => Promise<SeedResult>;

const marker = 'state/began.json';

/** Seeds a new data folder, or reads the result of its seed. An interrupted first start leaves the folder new. */
export async function seedOnce(
  folder: DataFolder,
  seed: Seed | undefined,
  options: Parameters<Seed>[0],
): Promise<SeedResult | undefined> {
  const started = folder.readJson(marker, z.object({ at: z.string() }));
  if (started === undefined) {
    if (seed !== undefined) folder.writeJson('seed.json', await seed(options));
    folder.writeJson(marker, { at: new Date().toISOString() });
  }
  return readSeeded(folder);
}

export function readSeeded(folder: Pick<DataFolder, 'readJson'>): SeedResult | undefined {
  return folder.readJson('seed.json', seededSchema);
}
