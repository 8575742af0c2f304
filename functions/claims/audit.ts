import { type Checkpoint, keyId } from '#audit/checkpoints/checkpoint.ts';
import { takeCheckpoint } from '#audit/checkpoints/take-checkpoint.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import {
  exportRunJson,
  newExport,
  newVerification,
  verificationJson,
  verificationRunJson,
} from '#audit/runs/run-views.ts';
import { refuseBeyond, verifyNow } from '#audit/verification/verify-now.ts';
import { auditedClaims } from '#claims/audit/audited-claims-store.ts';
import type * as declared from '#claims/audit/contract.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import { ApiError, found } from '#contract/errors.ts';
import { accepted, created, listReply, ok, page, plain } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import type { PlainCall } from '#http/endpoint/plain-endpoint.ts';
import { logVerification } from '#observability/logger.ts';
import { auditSource } from '#store/audit/audit-entries.ts';
import { readAuditLog } from '#store/audit/audit-log.ts';
import { startRun } from '#store/audit/audit-run-queue.ts';
import { findRun, listExportRuns } from '#store/audit/audit-runs.ts';
import { auditSubject } from '#store/audit/audit-subject.ts';
import { checkpointKey } from '#store/audit/checkpoint-key.ts';
import { checkpoints } from '#store/audit/checkpoints.ts';
import { exportBucket } from '#store/audit/export-bucket.ts';
import { linkToExport } from '#store/audit/export-file.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

/** Fields may get an apostrophe against formulas; verify the NDJSON export, not this file. */
const auditLogCsv: CsvColumns<AuditEntry> = {
  name: 'audit-log',
  columns: membersOf<AuditEntry>(
    'id',
    'event_type',
    'entity_type',
    'entity_id',
    'actor',
    'payload_json',
    'created_at',
    'prev_hash',
    'hash',
  ),
};

/** Milliseconds for verification, with time left for signing and the reply within API Gateway's 29 seconds. */
const verificationTime = 18_000;

export async function listAuditLog(call: Call<typeof declared.listAuditLog>) {
  const { data, nextCursor } = await readAuditLog(auditedClaims, call.query);
  return listReply(call, auditLogCsv, data, nextCursor);
}

export async function verifyAuditLog({ query, now, newId }: Call<typeof declared.verifyAuditLog>) {
  const until = Date.now() + verificationTime;
  const { from, to } = query;
  const { verification, run } = await verifyNow(
    auditSubject,
    { from, to, outOfTime: () => Date.now() > until },
    (head) => startRun(newVerification({ id: newId(), now, from, to, head }), now),
  );
  logVerification(verification);
  const data = verificationJson(verification);
  const { ok, first_bad_id, reason, complete } = data;
  const reply = { ok, first_bad_id, reason, complete, data };
  if (!run) return plain(reply);
  return plain(
    { ...reply, run: verificationRunJson(run) },
    { Location: `/api/admin/audit-log/verify/${run.id}` },
  );
}

export async function startVerification({ query, now, newId }: Call<typeof declared.startVerification>) {
  const { from, to } = query;
  const head = await auditSource.head();
  refuseBeyond(head, from);
  const run = await startRun(newVerification({ id: newId(), now, from, to, head }), now);
  return accepted(verificationRunJson(run), `/api/admin/audit-log/verify/${run.id}`);
}

export async function getVerification({ parameters, now }: Call<typeof declared.getVerification>) {
  const run = found(await findRun(claimsTable, 'verification', parameters.id, now));
  return ok(verificationRunJson(run));
}

export async function exportAuditLog({ query, now, newId }: Call<typeof declared.exportAuditLog>) {
  const { from, to } = query;
  const head = await auditSource.head();
  refuseBeyond(head, from);
  const run = await startRun(newExport({ id: newId(), now, from, to, head }), now);
  return accepted(exportRunJson(run, undefined), `/api/admin/audit-log/export/${run.id}`);
}

export async function listExports({ now }: Call<typeof declared.listExports>) {
  return ok((await listExportRuns(claimsTable, now)).map((run) => exportRunJson(run, undefined)));
}

export async function getExport({ parameters: { id }, now }: Call<typeof declared.getExport>) {
  const run = found(await findRun(claimsTable, 'export', id, now));
  const link = run.state === 'done' ? await linkToExport(exportBucket, id, now) : undefined;
  return ok(exportRunJson(run, link));
}

export async function listCheckpoints({
  query: { limit, cursor },
}: PlainCall<typeof declared.listCheckpoints>) {
  const list = ['checkpoints', auditChain];
  const after = cursor === undefined ? 0 : Number(decodeCursor(list, cursor));
  const read: Checkpoint[] = [];
  for await (const checkpoint of checkpoints.list(after)) {
    read.push(checkpoint);
    if (read.length > limit) break;
  }
  const data = read.slice(0, limit);
  const last = data.at(-1);
  return page(data, read.length > limit && last ? encodeCursor(list, String(last.sequence)) : null);
}

export async function createCheckpoint({ now }: Call<typeof declared.createCheckpoint>) {
  const until = Date.now() + verificationTime;
  const outcome = await takeCheckpoint(auditSubject, { now, outOfTime: () => Date.now() > until });
  switch (outcome.kind) {
    case 'signed':
      return created(outcome.checkpoint, undefined);
    case 'current':
      return ok(outcome.checkpoint);
    case 'empty':
      throw new ApiError('audit_log_empty');
    case 'damaged':
      throw new ApiError('audit_log_damaged');
  }
}

export async function getPublicKey() {
  const public_key = await checkpointKey.publicKey();
  return ok({ key_id: keyId(public_key), algorithm: 'ECDSA_SHA_256', public_key });
}
