import type { DeliveredContent, IntakePorts } from './delivery.ts';
import { type FileOutcome, type FileReason, type FileRecord, type FileState, maxReasons } from './file.ts';
import { archiveKey, quarantineKey, reasonKey } from './object-keys.ts';

/** Copies a file to `archive/`, to `quarantine/` with its reasons, or to both if only a part was applied. */
export async function keepFile(
  file: FileRecord,
  hasApplied: boolean,
  reasons: readonly FileReason[],
  content: DeliveredContent,
  ports: IntakePorts,
): Promise<Pick<FileOutcome, 'state' | 'reasons' | 'archive_key' | 'quarantine_key'>> {
  const state = stateOf(hasApplied, reasons);
  const archive_key = archiveKey(file);
  const quarantine_key = quarantineKey(file);
  if (state !== 'quarantined') await content.copyTo(archive_key);
  if (state !== 'applied') {
    await content.copyTo(quarantine_key);
    const { id: file_id, name, sha256, size, received_at } = file;
    const reason = { file_id, name, sha256, size, state, received_at, reasons };
    const json = Buffer.from(`${JSON.stringify(reason, undefined, 2)}\n`);
    await ports.putObject(reasonKey(quarantine_key), json, 'application/json');
  }
  return {
    state,
    reasons: reasons.slice(0, maxReasons),
    ...(state !== 'quarantined' && { archive_key }),
    ...(state !== 'applied' && { quarantine_key }),
  };
}

function stateOf(hasApplied: boolean, reasons: readonly FileReason[]): FileState {
  if (!hasApplied) return 'quarantined';
  return reasons.length > 0 ? 'partly_applied' : 'applied';
}
