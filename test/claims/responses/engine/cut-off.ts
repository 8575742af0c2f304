import { openInboxFile } from '#claims/files/inbox-records.ts';
import { type IntakeSettings, intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import type { LocalStores } from '../../local-stores.ts';

/** Thrown to cut off a run. */
class Killed extends Error {}

/**
 * Puts a file into the inbox and processes it in runs that are cut off after one more write each time, until a run
 * finishes.
 *
 * @returns how many runs were cut off
 */
export async function dropCutOff(
  stores: LocalStores,
  name: string,
  bytes: string | Uint8Array,
  settings: IntakeSettings,
): Promise<number> {
  const key = `inbox/${name}`;
  await stores.put(key, bytes);
  for (let writes = 0; ; writes++) {
    const delivery = await openInboxFile(stores.claims, stores.bucket, { key });
    if (delivery === undefined) return writes;
    const ports = intakePorts(stores, settings);
    let left = 1;
    try {
      await processFile(delivery, {
        ...ports,
        write: async (change) => {
          if (left-- === 0) throw new Killed();
          await ports.write(change);
        },
      });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
}
