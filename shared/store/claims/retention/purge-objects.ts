import type { PurgeOutcome } from '#claims/retention/purge.ts';
import { purgedEntry } from '#claims/retention/purge.ts';
import { listVersions, removeVersions } from '../../s3/object-versions.ts';
import type { PurgeContext } from './purge-context.ts';

/** Folders of the bucket with data of patients. */
const folders = ['inbox/', 'archive/', 'quarantine/', 'outbound/', 'submissions/', 'staging/'] as const;

/**
 * Objects of all versions that were stored before the cutoff, and delete markers. The current object of a file in the inbox is
 * still to be processed.
 */
export async function* purgeObjects(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  for (const folder of folders) {
    for await (const page of listVersions(stores.bucket, folder)) {
      const old = page.filter(({ modified_at }) => modified_at < purge.cutoff);
      const isKept = ({ key, isCurrent, isMarker }: (typeof old)[number]) =>
        kept.names.everything || kept.objects.has(key) || (folder === 'inbox/' && isCurrent && !isMarker);
      const removed = old.filter((version) => !isKept(version));
      if (!purge.dry_run && removed.length > 0) {
        await removeVersions(stores.bucket, removed);
        const entry = purgedEntry(purge, 'folder', folder.slice(0, -1));
        await stores.audit.append([
          { ...entry, payload: { purge_id: purge.id, cutoff: purge.cutoff, versions: removed.length } },
        ]);
      }
      for (const version of old) yield isKept(version) ? 'held' : 'purged';
    }
  }
}
