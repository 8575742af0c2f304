// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listAuditLogOperation: Operation = {
  id: 'listAuditLog',
  method: 'GET',
  path: '/api/admin/audit-log',
  inQuery: ['entity_type', 'entity_id', 'event_type', 'actor', 'from', 'to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const verifyAuditLogOperation: Operation = {
  id: 'verifyAuditLog',
  method: 'GET',
  path: '/api/admin/audit-log/verify',
  inQuery: ['from', 'to'],
  accept: 'application/json',
};

const startVerificationOperation: Operation = {
  id: 'startVerification',
  method: 'POST',
  path: '/api/admin/audit-log/verify',
  inQuery: ['from', 'to'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getVerificationOperation: Operation = {
  id: 'getVerification',
  method: 'GET',
  path: '/api/admin/audit-log/verify/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const listExportsOperation: Operation = {
  id: 'listExports',
  method: 'GET',
  path: '/api/admin/audit-log/export',
  accept: 'application/json',
  enveloped: true,
};

const exportAuditLogOperation: Operation = {
  id: 'exportAuditLog',
  method: 'POST',
  path: '/api/admin/audit-log/export',
  inQuery: ['from', 'to'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getExportOperation: Operation = {
  id: 'getExport',
  method: 'GET',
  path: '/api/admin/audit-log/export/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const listCheckpointsOperation: Operation = {
  id: 'listCheckpoints',
  method: 'GET',
  path: '/api/admin/audit-log/checkpoints',
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createCheckpointOperation: Operation = {
  id: 'createCheckpoint',
  method: 'POST',
  path: '/api/admin/audit-log/checkpoints',
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getPublicKeyOperation: Operation = {
  id: 'getPublicKey',
  method: 'GET',
  path: '/api/admin/audit-log/public-key',
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listAuditLog`. */
export type ListAuditLogInput = {
  /** Entries about this type of entity */
  readonly entity_type?: string | undefined;
  /** Entries about the entity with this id */
  readonly entity_id?: string | undefined;
  /** Entries of this type of event */
  readonly event_type?: string | undefined;
  /** Entries of this actor */
  readonly actor?: string | undefined;
  /** Entries created at or after this time */
  readonly from?: string | undefined;
  /** Entries created at or before this time */
  readonly to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `verifyAuditLog`. */
export type VerifyAuditLogInput = {
  /** First entry of the range; 1 by default */
  readonly from?: number | undefined;
  /** Last entry of the range; the newest by default */
  readonly to?: number | undefined;
};

/** Result of `verifyAuditLog`. */
export type VerifyAuditLogResult = {
  readonly ok: boolean;
  readonly first_bad_id: number | null;
  readonly reason: 'altered_field' | 'altered_hash' | 'broken_link' | 'missing_entry' | 'unexpected_entry' | 'truncated_end' | 'head_disagrees' | 'checkpoint_disagrees' | 'time_goes_back' | 'unknown_attribute' | 'incomplete' | null;
  readonly complete: boolean;
  readonly data: schema.Verification;
  readonly run?: schema.VerificationRun | undefined;
};

/** Input of `startVerification`. */
export type StartVerificationInput = {
  /** First entry of the range; 1 by default */
  readonly from?: number | undefined;
  /** Last entry of the range; the newest by default */
  readonly to?: number | undefined;
};

/** Input of `getVerification`. */
export type GetVerificationInput = {
  /** Id of the run */
  readonly id: string;
};

/** Input of `exportAuditLog`. */
export type ExportAuditLogInput = {
  /** First entry of the range; 1 by default */
  readonly from?: number | undefined;
  /** Last entry of the range; the newest by default */
  readonly to?: number | undefined;
};

/** Input of `getExport`. */
export type GetExportInput = {
  /** Id of the run */
  readonly id: string;
};

/** Input of `listCheckpoints`. */
export type ListCheckpointsInput = {
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Result of `getPublicKey`. */
export type GetPublicKeyResult = {
  readonly key_id: string;
  readonly algorithm: 'ECDSA_SHA_256';
  readonly public_key: string;
};

export class AuditLogOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List entries of the audit log, newest first
   *
   * `from` and `to` limit `created_at`, both inclusive. An entry must match all filters. With several
   * filters, a page may have fewer than `limit` entries although `has_more` is true.
   *
   * operationId: listAuditLog
   */
  list(input: ListAuditLogInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List entries of the audit log, newest first
   *
   * `from` and `to` limit `created_at`, both inclusive. An entry must match all filters. With several
   * filters, a page may have fewer than `limit` entries although `has_more` is true.
   *
   * operationId: listAuditLog
   */
  list(input?: ListAuditLogInput, options?: RequestOptions): PagedCall<schema.AuditEntry, CursorPage<schema.AuditEntry>>;
  list(input?: ListAuditLogInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listAuditLogOperation, input ?? {}, options);
  }

  /**
   * Verify the audit chain
   *
   * Verifies the whole chain, or the entries from `from` to `to`, and compares them with every
   * checkpoint. `ok` is true only if every entry of the range was read and verified. If one request is
   * too short, `complete` is false, `reason` is `incomplete`, `data.to` is the last entry that was read,
   * and a verification of the same range starts in the background: `run` describes it, and `Location` has
   * its result. A range that begins after the newest entry is 400. Reasons for a fault: altered_field,
   * altered_hash, broken_link, missing_entry, unexpected_entry, truncated_end, head_disagrees,
   * checkpoint_disagrees, time_goes_back, unknown_attribute (docs/audit.md).
   *
   * operationId: verifyAuditLog
   */
  verify(input?: VerifyAuditLogInput, options?: RequestOptions): ApiCall<VerifyAuditLogResult> {
    return this.#transport.call(verifyAuditLogOperation, input ?? {}, options);
  }

  /**
   * Start a verification in the background
   *
   * Verifies the whole chain or a range of it. `Location` has the result. If a verification of the same
   * range is running, the response describes that run.
   *
   * operationId: startVerification
   */
  startVerification(input?: StartVerificationInput, options?: RequestOptions & KeyOptions): ApiCall<schema.VerificationRun> {
    return this.#transport.call(startVerificationOperation, input ?? {}, options);
  }

  /**
   * Get the progress and result of a background verification
   *
   * operationId: getVerification
   */
  getVerification(input: GetVerificationInput, options?: RequestOptions): ApiCall<schema.VerificationRun> {
    return this.#transport.call(getVerificationOperation, input, options);
  }

  /**
   * List the newest export of each range, newest first
   *
   * Returns exports of the last 30 days. `GET /api/admin/audit-log/export/{id}` returns the link to the
   * file.
   *
   * operationId: listExports
   */
  listExports(options?: RequestOptions): ApiCall<readonly schema.ExportRun[]> {
    return this.#transport.call(listExportsOperation, {}, options);
  }

  /**
   * Start an export of the audit log with its checkpoints as NDJSON
   *
   * Writes the file in the background; `Location` has its link. An auditor can verify the file offline
   * with the public key (docs/audit.md). The file includes every checkpoint from the first entry of the
   * range on, also those after the last entry. If an export of the same range is running, the response
   * describes that run.
   *
   * operationId: exportAuditLog
   */
  export(input?: ExportAuditLogInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ExportRun> {
    return this.#transport.call(exportAuditLogOperation, input ?? {}, options);
  }

  /**
   * Get the progress of an export and the link to its file
   *
   * operationId: getExport
   */
  getExport(input: GetExportInput, options?: RequestOptions): ApiCall<schema.ExportRun> {
    return this.#transport.call(getExportOperation, input, options);
  }

  /**
   * List signed checkpoints, oldest first
   *
   * Store downloaded checkpoints; they prove later whether the log was cut or rewritten.
   *
   * operationId: listCheckpoints
   */
  listCheckpoints(input?: ListCheckpointsInput, options?: RequestOptions): PagedCall<schema.Checkpoint, CursorPage<schema.Checkpoint>> {
    return this.#transport.list(listCheckpointsOperation, input ?? {}, options);
  }

  /**
   * Sign a checkpoint now instead of at the next hourly run
   *
   * First verifies the entries since the newest checkpoint. Responds with 200 and that checkpoint if
   * there are none.
   *
   * operationId: createCheckpoint
   */
  createCheckpoint(options?: RequestOptions & KeyOptions): ApiCall<schema.Checkpoint> {
    return this.#transport.call(createCheckpointOperation, {}, options);
  }

  /**
   * Get the public key for verifying checkpoints
   *
   * operationId: getPublicKey
   */
  getPublicKey(options?: RequestOptions): ApiCall<GetPublicKeyResult> {
    return this.#transport.call(getPublicKeyOperation, {}, options);
  }
}
