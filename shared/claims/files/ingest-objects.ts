import { StoreRejection } from '#persistence/store-rejection.ts';
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

export interface IngestListener {
  /** Receives each file; undefined if another run processes it. */
  onFile(id: string, file: FileRecord | undefined): void;
  /** Receives the failure of a run that has stored a part of the file. */
  onInterruption(id: string, failure: StoreRejection): void;
}

/**
 * Processes objects of the inbox, one after the other.
 *
 * @returns the objects that the next run must process, because the time is up, or because the store failed after a part of
 * a file was stored. Each run that ends like this has moved the file on, so a file needs a limited number of runs
 * @throws StoreRejection of a run that has stored nothing
 */
export async function ingestObjects<Place>(
  objects: readonly Place[],
  { open, intake }: IngestPorts<Place>,
  { onFile, onInterruption }: IngestListener,
): Promise<readonly Place[]> {
  for (const [position, object] of objects.entries()) {
    const delivery = await open(object);
    if (delivery === undefined) continue;
    const ports = await intake();
    let hasProgress = false;
    const write: IntakePorts['write'] = async (change) => {
      await ports.write(change);
      hasProgress = true;
    };
    try {
      onFile(delivery.id, await unlessSuperseded(processFile(delivery, { ...ports, write })));
    } catch (error) {
      if (error instanceof TimeUp) return objects.slice(position);
      if (!(error instanceof StoreRejection && hasProgress)) throw error;
      onInterruption(delivery.id, error);
      return objects.slice(position);
    }
  }
  return [];
}
