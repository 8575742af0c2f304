import { bulkRunKey, bulkRunsPartition } from '#claims/bulk/records.ts';
import type { BulkRun } from '#claims/bulk/rules.ts';
import type { Batch } from '#claims/claims/batch.ts';
import {
  batchByGroupKey,
  batchByInterchangeKey,
  batchByReferenceKey,
  batchKey,
  findBatchesByGroup,
} from '#claims/claims/batch-records.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { walkClaims } from '#claims/claims/claim-list-records.ts';
import { findChain } from '#claims/claims/records.ts';
import { submissionFrom } from '#claims/clearhouse/records.ts';
import { isUnfinished } from '#claims/clearhouse/submission.ts';
import { submissionKey, submissionsPartition } from '#claims/clearhouse/submission-keys.ts';
import { isFinished } from '#claims/files/file.ts';
import { fileContentKey, fileKey, fileNameKey, filesPartition, usedByFile } from '#claims/files/file-keys.ts';
import type { ClaimsStores } from '#claims/files/intake-store.ts';
import { fileFrom } from '#claims/files/records.ts';
import { type BankLine, traceTokens } from '#claims/money/bank-line.ts';
import { removalFigures } from '#claims/money/money-action-records.ts';
import {
  allLedgerAccounts,
  bankAmountKey,
  bankFileKey,
  bankFilesPartition,
  bankLineKey,
  bankLinesPartition,
  bankTraceKey,
  ledgerPartition,
} from '#claims/money/money-keys.ts';
import { deleteItems } from '#store/dynamodb/delete-items.ts';
import { allItems, getItem, type ItemKey, recordOf } from '#store/dynamodb/items.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import { transact } from '#store/dynamodb/table.ts';
import { listVersions, removeVersions } from '#store/s3/object-versions.ts';
import type { Purge } from './contract.ts';
import { finishPurgedClaims, purgeClaim } from './purge-claim-records.ts';
import {
  expired,
  keyOf,
  type PurgeContext,
  protectedRecords,
  removeRecord,
} from './purge-context-records.ts';
import { purgeAcknowledgments, purgeRemittances } from './purge-response-records.ts';
import { readHeldNames, storePurge } from './records.ts';
import { isHeldClaim, type PurgeOutcome, type PurgePhase, type PurgePorts, purgedEntry } from './rules.ts';

/** The ports of a purge with its phases, with the legal holds as they are now. */
export async function purgePorts(
  stores: ClaimsStores,
  purge: Purge,
  isTimeUp: () => boolean,
): Promise<PurgePorts> {
  const names = await readHeldNames(stores.claims);
  const context = { stores, purge, kept: await protectedRecords(stores.claims, names) };
  return {
    phases: phasesOf(context),
    store: (after, entries) =>
      storePurge(stores, after, entries, (actions) => transact(stores.claims, actions)),
    isTimeUp,
    now: () => new Date(),
  };
}

/** Claims first, because their batches are found by them; objects last, because files name them. */
const phasesOf = (context: PurgeContext): readonly PurgePhase[] => [
  { kind: 'claims', run: () => purgeClaims(context) },
  { kind: 'remittances', run: () => purgeRemittances(context) },
  { kind: 'acknowledgments', run: () => purgeAcknowledgments(context) },
  { kind: 'submissions', run: () => purgeSubmissions(context) },
  { kind: 'bulk_runs', run: () => purgeBulkRuns(context) },
  { kind: 'files', run: () => purgeFiles(context) },
  { kind: 'bank_lines', run: () => purgeBankLines(context) },
  { kind: 'bank_files', run: () => purgeBankFiles(context) },
  { kind: 'ledger_entries', run: () => purgeLedger(context) },
  { kind: 'objects', run: () => purgeObjects(context) },
];

async function* purgeClaims(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  if (!purge.dry_run) await finishPurgedClaims(stores.claims);
  const purgeBatches = batchPurger(context);
  for await (const page of walkClaims(stores.claims, purge.cutoff)) {
    for (const claim of page) {
      const chain = await findChain(stores.claims, claim);
      // The payments of a chain are about all its claims, so it expires with its last one.
      if (chain.some(({ updated_at }) => updated_at >= purge.cutoff)) continue;
      const isHeld = chain.some((one) => isHeldClaim(kept.names, one));
      if (isHeld || purge.dry_run) {
        yield isHeld ? 'held' : 'purged';
        continue;
      }
      // Before the claim, by which an interrupted purge finds them again.
      await purgeBatches(claim);
      yield (await purgeClaim(stores, claim, purge, chain)) ? 'purged' : 'held';
    }
  }
}

/** Finished bulk runs: their filters and corrections may name members and diagnoses. */
async function* purgeBulkRuns(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: bulkRunsPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const { id, finished_at } = recordOf<BulkRun>(item);
    if (kept.names.everything || finished_at === null || finished_at >= purge.cutoff) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) {
      await removeRecord(context, bulkRunKey(id), [], [purgedEntry(purge, 'bulk_run', id)]);
    }
    yield 'purged';
  }
}

/** Folders of the bucket with data of patients. */
const folders = ['inbox/', 'archive/', 'quarantine/', 'outbound/', 'submissions/', 'staging/'] as const;

/**
 * Objects of all versions that were stored before the cutoff, and delete markers. The current object of a file in the inbox is
 * still to be processed.
 */
async function* purgeObjects(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
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

/** Bank lines, by their date. A line of a held remittance stays. */
async function* purgeBankLines(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: bankLinesPartition, to: `${purge.cutoff.slice(0, 10)}~` } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const line = recordOf<BankLine>(item);
    if (line.imported_at >= purge.cutoff) continue;
    if (kept.names.everything || line.remittance_ids.some((id) => kept.ids.has(id))) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) {
      const { id, amount, date } = line;
      const pointers = [
        bankAmountKey(amount, date, id),
        ...traceTokens(line).map((token) => bankTraceKey(token, id)),
      ];
      const entry = purgedEntry(purge, 'bank_line', id);
      await removeRecord(context, bankLineKey(id), pointers, [entry], removalFigures('bank-line', line));
    }
    yield 'purged';
  }
}

async function* purgeBankFiles(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: bankFilesPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const { id } = recordOf<{ readonly id: string }>(item);
    if (kept.names.everything) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run)
      await removeRecord(context, bankFileKey(id), [], [purgedEntry(purge, 'bank_file', id)]);
    yield 'purged';
  }
}

/** Entries of the ledger, because their references name claims. The balances of the accounts stay. */
async function* purgeLedger(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  for await (const account of queryItems(stores.claims, { pk: allLedgerAccounts.pk })) {
    const { payer_id, provider } = recordOf<{ readonly payer_id: string; readonly provider: string }>(
      account,
    );
    for await (const item of queryItems(stores.claims, { pk: ledgerPartition(payer_id, provider) })) {
      const entry = recordOf<{ readonly posted_at: string; readonly remittance_id: string }>(item);
      // Entries are in the order of their posting.
      if (entry.posted_at >= purge.cutoff) break;
      if (kept.names.everything || kept.ids.has(entry.remittance_id)) {
        yield 'held';
        continue;
      }
      if (!purge.dry_run) await deleteItems(stores.claims, [keyOf(item)]);
      yield 'purged';
    }
  }
}

/** Submissions with their batches. Their objects go with the folder. */
async function* purgeSubmissions(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
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
async function* purgeFiles(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: filesPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const file = fileFrom(item);
    if (kept.names.everything || kept.ids.has(file.id) || !isFinished(file)) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) {
      const used = await Array.fromAsync(
        queryItems(stores.claims, { index: 'gsi1', pk: usedByFile(file.id) }),
      );
      const content =
        file.sha256 === undefined ? undefined : await getItem(stores.claims, fileContentKey(file.sha256));
      const others = [...used, ...(content?.['file_id'] === file.id ? [content] : [])].map(keyOf);
      await removeRecord(context, fileKey(file.id), others, [purgedEntry(purge, 'file', file.id)]);
    }
    yield 'purged';
  }
}

/**
 * Removes the batches of purged claims, received and sent, unless their file or the batch is held. The batch of a claim is as old
 * as the claim.
 */
function batchPurger(context: PurgeContext): (claim: Claim) => Promise<void> {
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
  const route = { at, batchId: id };
  const pointers: ItemKey[] = [
    batchByGroupKey(group.control_number, { ...route, sender: group.sender, receiver: group.receiver }),
    batchByInterchangeKey(interchange.control_number, {
      ...route,
      sender: interchange.sender,
      receiver: interchange.receiver,
    }),
  ];
  await deleteItems(claims, [...references, ...pointers, ...partition.map(keyOf)]);
}
