import type { Batch } from '#claims/claim/batch.ts';
import type { Claim } from '#claims/claim/claim.ts';
import { isFinished } from '#claims/files/file.ts';
import type { PurgeOutcome } from '#claims/retention/purge.ts';
import { purgedEntry } from '#claims/retention/purge.ts';
import { isUnfinished } from '#claims/submissions/submission.ts';
import { deleteItems } from '../../dynamodb/delete-items.ts';
import { allItems, getItem, type ItemKey, recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { findBatchesByGroup } from '../claims/batches.ts';
import { fileFrom } from '../files/files.ts';
import { batchByGroupKey, batchByInterchangeKey, batchByReferenceKey, batchKey } from '../keys/batch-keys.ts';
import {
  fileContentKey,
  fileKey,
  fileNameKey,
  filesPartition,
  usedInterchangeKey,
} from '../keys/file-keys.ts';
import { keysUnder } from '../keys/key-parts.ts';
import { submissionKey, submissionsPartition } from '../keys/submission-keys.ts';
import { submissionFrom } from '../submissions/submissions.ts';
import { expired, keyOf, type PurgeContext, removeRecord } from './purge-context.ts';

/** Submissions with their batches. Their objects go with the folder. */
export async function* purgeSubmissions(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: submissionsPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const submission = submissionFrom(item);
    if (kept.names.everything || kept.ids.has(submission.id) || isUnfinished(submission)) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) {
      const { id, batch_id, file_name, trading_partner_id } = submission;
      const batch = await getItem(stores.claims, batchKey(batch_id));
      if (batch !== undefined) await purgeBatch(context, recordOf<Batch>(batch));
      const name = fileNameKey(file_name, trading_partner_id);
      await removeRecord(context, submissionKey(id), [name], [purgedEntry(purge, 'submission', id)]);
    }
    yield 'purged';
  }
}

/** Records of files. Their objects go with the folders. */
export async function* purgeFiles(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: filesPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const file = fileFrom(item);
    if (kept.names.everything || kept.ids.has(file.id) || !isFinished(file)) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) {
      const names = await allItems(stores.claims, keysUnder(fileNameKey(file.name, '').pk));
      const content =
        file.sha256 === undefined ? undefined : await getItem(stores.claims, fileContentKey(file.sha256));
      const others = [...names, ...(content ? [content] : [])]
        .filter(({ file_id }) => file_id === file.id)
        .map(keyOf);
      await removeRecord(context, fileKey(file.id), others, [purgedEntry(purge, 'file', file.id)]);
    }
    yield 'purged';
  }
}

/**
 * Removes the batches of purged claims, received and sent, unless their file or the batch is held. The batch of a claim is as old
 * as the claim.
 */
export function batchPurger(context: PurgeContext): (claim: Claim) => Promise<void> {
  const { stores, kept } = context;
  const done = new Set<string>();
  const once = async (name: string, run: () => Promise<void>) => {
    if (done.has(name)) return;
    done.add(name);
    await run();
  };
  return async ({ source, batch_id }) => {
    if (source.kind === 'file' && !kept.ids.has(source.file_id)) {
      await once(`${source.file_id} ${source.group}`, async () => {
        for (const batch of await findBatchesByGroup(stores.claims, source.group)) {
          if (batch.file_id === source.file_id) await purgeBatch(context, batch);
        }
      });
    }
    if (batch_id !== undefined && !kept.ids.has(batch_id)) {
      await once(batch_id, async () => {
        const batch = await getItem(stores.claims, batchKey(batch_id));
        if (batch !== undefined) await purgeBatch(context, recordOf<Batch>(batch));
      });
    }
  };
}

async function purgeBatch({ stores: { claims } }: PurgeContext, batch: Batch): Promise<void> {
  const { id, at, interchange, group } = batch;
  const partition = await allItems(claims, { pk: batchKey(id).pk, prefix: '' });
  const references = partition.flatMap(({ set, reference }) =>
    typeof set === 'string' && typeof reference === 'string'
      ? [batchByReferenceKey(reference, { at, batchId: id, set })]
      : [],
  );
  const used = usedInterchangeKey({ ...interchange, number: interchange.control_number });
  const own = (await getItem(claims, used))?.['file_id'] === batch.file_id ? [used] : [];
  const route = { at, batchId: id };
  const pointers: ItemKey[] = [
    batchByGroupKey(group.control_number, { ...route, sender: group.sender, receiver: group.receiver }),
    batchByInterchangeKey(interchange.control_number, {
      ...route,
      sender: interchange.sender,
      receiver: interchange.receiver,
    }),
  ];
  await deleteItems(claims, [...references, ...own, ...pointers, ...partition.map(keyOf)]);
}
