import type { WaterEntry } from '#web/farm/water/water-entries.ts';
import { addWrite, discardEntry } from '#web/offline/outbox.ts';
import { fieldsOf, type WaterLogFields } from '#web/offline/outbox-entry.ts';

/** Saves a new or changed water log on the device, which sends it now or when the signal is back. */
export async function saveEntry(
  brandId: string,
  after: WaterLogFields,
  entry: WaterEntry | undefined,
): Promise<void> {
  if (entry === undefined)
    await addWrite(brandId, { kind: 'create_water_log', recordId: crypto.randomUUID(), after });
  else
    await addWrite(brandId, {
      kind: 'edit_water_log',
      recordId: entry.id,
      version: entry.pending === undefined ? entry.version : undefined,
      before: fieldsOf(entry),
      after,
    });
}

/** Deletes a water log in ten seconds. Returns how to take that back. */
export async function deleteEntry(brandId: string, entry: WaterEntry): Promise<() => void> {
  const before = fieldsOf(entry);
  const added = await addWrite(
    brandId,
    {
      kind: 'delete_water_log',
      recordId: entry.id,
      version: entry.pending === undefined ? entry.version : undefined,
      before,
    },
    { heldMs: undoMs },
  );
  // An entry that the service never had is gone at once: taking that back enters it again.
  return () =>
    void (added === undefined
      ? addWrite(brandId, { kind: 'create_water_log', recordId: entry.id, after: before })
      : discardEntry(added.id));
}

/** As long as the message with the undo button stays. */
const undoMs = 10_000;
