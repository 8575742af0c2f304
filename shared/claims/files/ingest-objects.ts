import type { Delivery, IntakePorts } from './delivery.ts';
import type { FileRecord } from './file.ts';
import { TimeUp, unlessSuperseded } from './file-run.ts';
import { processFile } from './process-file.ts';

export interface IngestPorts<Place> {
  /** Opens an object of the inbox; undefined if it is gone. */
  open(object: Place): Promise<Delivery | undefined>;
  /** The intake of files under the current configuration. */
  intake(): Promise<IntakePorts>;
}

/**
 * Processes objects of the inbox, one after the other.
 *
 * @param onFile receives each file; undefined if another run processes it
 * @returns the objects that the next run must process, because the time is up
 */
export async function ingestObjects<Place>(
  objects: readonly Place[],
  { open, intake }: IngestPorts<Place>,
  onFile: (id: string, file: FileRecord | undefined) => void,
): Promise<readonly Place[]> {
  for (const [position, object] of objects.entries()) {
    const delivery = await open(object);
    if (delivery === undefined) continue;
    try {
      onFile(delivery.id, await unlessSuperseded(processFile(delivery, await intake())));
    } catch (error) {
      if (error instanceof TimeUp) return objects.slice(position);
      throw error;
    }
  }
  return [];
}
