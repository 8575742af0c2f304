import { GetObjectCommand } from '@aws-sdk/client-s3';
import { exportText } from '#audit/export/export-lines.ts';
import { verifyExport } from '#audit/export/verify-export.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { storedHead } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { listVersions } from '#store/s3/object-versions.ts';
import { newSigningKey } from '../../audit/memory-chain.ts';
import type { LocalStores } from '../../claims/local-stores.ts';
import { everyAuditEntry, everyItem } from '../../claims/stored.ts';

const folders = ['inbox/', 'archive/', 'quarantine/', 'outbound/', 'submissions/', 'staging/'];

/** Everything in the claims table and the bucket, all versions of objects included, as text by place. */
export async function everything(stores: LocalStores): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const item of await everyItem(stores, 'claims')) {
    found.set(`${item['pk']} ${item['sk']}`, JSON.stringify(item));
  }
  const { client, name: Bucket } = stores.bucket;
  for (const folder of folders) {
    for await (const page of listVersions(stores.bucket, folder)) {
      for (const { key, version: VersionId, isMarker } of page) {
        if (isMarker) continue;
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, VersionId }));
        found.set(`${key} ${VersionId}`, (await Body?.transformToString()) ?? '');
      }
    }
  }
  return found;
}

/** Verifies the audit chain online, and offline from an export. */
export async function verifyBoth(stores: LocalStores) {
  const online = await verifyChain(chainSource(stores.auditTable, 'main'), { witness: new Map() });
  const entries = (await everyAuditEntry(stores)).map((stored) => {
    const { payload, ...entry } = stored;
    return entry;
  });
  const head = await storedHead(stores.auditTable, 'main');
  if (head === undefined) throw new Error('The chain has no head');
  const exported_at = new Date().toISOString();
  const header = { id: 'main', from: 1, to: entries.length, exported_at, public_key: newSigningKey().pem };
  const text =
    exportText.begin({ ...header, format: 'granary-audit-1' }, []) +
    exportText.entries(entries) +
    exportText.end({ entries: entries.length, checkpoints: 0, head, beyond: null });
  async function* lines() {
    yield* text.trim().split('\n');
  }
  const offline = await verifyExport(lines());
  return { online: online.ok, offline: offline.ok, entries: entries.length };
}
