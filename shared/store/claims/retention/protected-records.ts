import type { Claim } from '#claims/claim/claim.ts';

import { archiveKey, isFinished, quarantineKey, reasonKey } from '#claims/files/file.ts';
import { type HeldNames, isHeldClaim, recordsOfClaim } from '#claims/retention/legal-hold.ts';
import { isUnfinished, unfinishedStates } from '#claims/submissions/submission.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findChain, findClaims } from '../claims/claims.ts';
import { findFile } from '../files/files.ts';
import { stagingKey } from '../files/staging.ts';
import { fileStatePartition } from '../keys/file-keys.ts';
import { submissionStatePartition } from '../keys/submission-keys.ts';
import { walkClaims } from '../reports/walk-claims.ts';
import { findAcknowledgment } from '../responses/acknowledgments.ts';
import { findRemittance } from '../responses/remittances.ts';
import { findSubmission, submissionFrom } from '../submissions/submissions.ts';

/** Ids of records, and keys of objects, that a purge must not remove. */
export interface ProtectedRecords {
  readonly names: HeldNames;
  readonly ids: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

/**
 * Finds what legal holds keep: the named records, and the files, submissions and responses of held claims. Work in progress is
 * protected too.
 */
export async function protectedRecords(table: Table, names: HeldNames): Promise<ProtectedRecords> {
  const ids = new Set<string>([...names.files, ...names.remittances]);
  for await (const claim of heldClaims(table, names)) {
    for (const id of recordsOfClaim(claim)) ids.add(id);
  }
  const objects = new Set<string>();
  for (const id of [...ids]) {
    const response = (await findRemittance(table, id)) ?? (await findAcknowledgment(table, id));
    if (response !== undefined) ids.add(response.file_id);
  }
  for (const id of ids) await addObjects(table, id, objects);
  await addUnfinished(table, ids, objects);
  return { names, ids, objects };
}

/** Held claims, with the others of their chains. Those of held members and remittances are found by reading all claims. */
async function* heldClaims(table: Table, names: HeldNames): AsyncGenerator<Claim> {
  for (const claim of await findClaims(table, [...names.claims])) yield* await findChain(table, claim);
  if (names.members.size === 0 && names.remittances.size === 0) return;
  for await (const page of walkClaims(table)) {
    for (const claim of page) if (isHeldClaim(names, claim)) yield* await findChain(table, claim);
  }
}

async function addObjects(table: Table, id: string, objects: Set<string>): Promise<void> {
  const file = await findFile(table, id);
  if (file !== undefined) {
    const kept = [
      file.object_key,
      file.archive_key,
      file.quarantine_key,
      archiveKey(file),
      quarantineKey(file),
    ];
    for (const key of [...kept, ...file.outbound_keys]) if (key !== undefined) objects.add(key);
    objects.add(reasonKey(quarantineKey(file)));
  }
  const submission = await findSubmission(table, id);
  if (submission === undefined) return;
  objects.add(submission.object_key);
  objects.add(stagingKey(submission));
}

async function addUnfinished(table: Table, ids: Set<string>, objects: Set<string>): Promise<void> {
  for (const state of unfinishedStates) {
    for await (const item of queryItems(table, { index: 'gsi2', pk: submissionStatePartition(state) })) {
      const submission = submissionFrom(item);
      if (!isUnfinished(submission)) continue;
      ids.add(submission.id);
      objects.add(submission.object_key);
      objects.add(stagingKey(submission));
    }
  }
  for (const state of ['expected', 'received', 'processing'] as const) {
    for await (const item of queryItems(table, { index: 'gsi2', pk: fileStatePartition(state) })) {
      const file = await findFile(table, recordOf<{ readonly id: string }>(item).id);
      if (file === undefined || isFinished(file)) continue;
      ids.add(file.id);
      for (const key of [archiveKey(file), quarantineKey(file)]) objects.add(key);
    }
  }
}
