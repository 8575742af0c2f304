import { changeEntry, discardEntry } from '#web/offline/outbox.ts';
import { type Conflict, fieldsOf, type OutboxEntry, type Write } from '#web/offline/outbox-entry.ts';

/** Sends the write of a conflict again, over the version that the service has. */
export async function keepMine(entry: OutboxEntry, conflict: Conflict): Promise<void> {
  await changeEntry(entry.id, ({ write }) => overTheirs(write, conflict));
}

/** Gives the write of a conflict up. */
export async function keepTheirs(entry: OutboxEntry): Promise<void> {
  await discardEntry(entry.id);
}

/** The same intention, for the record as it is now. A deleted record becomes a new one, because ids are not used again. */
function overTheirs(write: Write, { theirs }: Conflict): Write {
  if (theirs.kind === 'order' && write.kind === 'order_status')
    return { ...write, from: theirs.status, version: theirs.version };
  if (theirs.kind === 'deleted' && (write.kind === 'create_water_log' || write.kind === 'edit_water_log'))
    return { kind: 'create_water_log', recordId: crypto.randomUUID(), after: write.after };
  if (theirs.kind !== 'water_log') return write;
  const { version } = theirs.record;
  const before = fieldsOf(theirs.record);
  if (write.kind === 'create_water_log')
    return { kind: 'edit_water_log', recordId: write.recordId, version, before, after: write.after };
  const isChange = write.kind === 'edit_water_log' || write.kind === 'delete_water_log';
  return isChange ? { ...write, version, before } : write;
}
