// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getRetentionOperation: Operation = {
  id: 'getRetention',
  method: 'GET',
  path: '/api/admin/retention',
  accept: 'application/json',
  enveloped: true,
};

const setRetentionOperation: Operation = {
  id: 'setRetention',
  method: 'PUT',
  path: '/api/admin/retention',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const listLegalHoldsOperation: Operation = {
  id: 'listLegalHolds',
  method: 'GET',
  path: '/api/admin/legal-holds',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createLegalHoldOperation: Operation = {
  id: 'createLegalHold',
  method: 'POST',
  path: '/api/admin/legal-holds',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const releaseLegalHoldOperation: Operation = {
  id: 'releaseLegalHold',
  method: 'POST',
  path: '/api/admin/legal-holds/{id}/release',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listPurgesOperation: Operation = {
  id: 'listPurges',
  method: 'GET',
  path: '/api/admin/purges',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const startPurgeOperation: Operation = {
  id: 'startPurge',
  method: 'POST',
  path: '/api/admin/purges',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getPurgeOperation: Operation = {
  id: 'getPurge',
  method: 'GET',
  path: '/api/admin/purges/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `setRetention`. */
export type SetRetentionInput = {
  readonly retention_days: number | null;
  readonly automatic?: boolean | undefined;
  /** Confirms a retention time of less than 365 days */
  readonly allow_short?: true | undefined;
};

/** Input of `listLegalHolds`. */
export type ListLegalHoldsInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createLegalHold`. */
export type CreateLegalHoldInput = {
  /** Claims, with their files, submissions and responses */
  readonly claim_ids?: readonly string[] | undefined;
  /** Members whose claims are held, also claims that arrive later */
  readonly member_ids?: readonly string[] | undefined;
  /** Files */
  readonly file_ids?: readonly string[] | undefined;
  /** Remittances, with their files */
  readonly remittance_ids?: readonly string[] | undefined;
  /** No record is purged */
  readonly everything?: boolean | undefined;
  /** The audit log keeps its SHA-256 only */
  readonly reason: string;
};

/** Input of `releaseLegalHold`. */
export type ReleaseLegalHoldInput = {
  /** Id of the legal hold */
  readonly id: string;
  /** The audit log keeps its SHA-256 only */
  readonly reason: string;
};

/** Input of `listPurges`. */
export type ListPurgesInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `startPurge`. */
export type StartPurgeInput = {
  readonly dry_run?: boolean | undefined;
};

/** Input of `getPurge`. */
export type GetPurgeInput = {
  /** Id of the purge */
  readonly id: string;
};

export class RetentionOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the retention time of claims, files and responses
   *
   * operationId: getRetention
   */
  get(options?: RequestOptions): ApiCall<schema.Retention> {
    return this.#transport.call(getRetentionOperation, {}, options);
  }

  /**
   * Set the retention time of claims, files and responses
   *
   * HIPAA requires six years (2,192 days) for documentation; state law and payer contracts often more. 0
   * purges everything that is not in progress or held.
   *
   * operationId: setRetention
   */
  set(input: SetRetentionInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Retention> {
    return this.#transport.call(setRetentionOperation, input, options);
  }

  /**
   * List legal holds, newest first
   *
   * operationId: listLegalHolds
   */
  listLegalHolds(input: ListLegalHoldsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List legal holds, newest first
   *
   * operationId: listLegalHolds
   */
  listLegalHolds(input?: ListLegalHoldsInput, options?: RequestOptions): PagedCall<schema.LegalHold, CursorPage<schema.LegalHold>>;
  listLegalHolds(input?: ListLegalHoldsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listLegalHoldsOperation, input ?? {}, options);
  }

  /**
   * Hold records back from every purge
   *
   * operationId: createLegalHold
   */
  createLegalHold(input: CreateLegalHoldInput, options?: RequestOptions & KeyOptions): ApiCall<schema.LegalHold> {
    return this.#transport.call(createLegalHoldOperation, input, options);
  }

  /**
   * End a legal hold
   *
   * operationId: releaseLegalHold
   */
  releaseLegalHold(input: ReleaseLegalHoldInput, options?: RequestOptions & KeyOptions): ApiCall<schema.LegalHold> {
    return this.#transport.call(releaseLegalHoldOperation, input, options);
  }

  /**
   * List purges, newest first
   *
   * operationId: listPurges
   */
  listPurges(input: ListPurgesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List purges, newest first
   *
   * operationId: listPurges
   */
  listPurges(input?: ListPurgesInput, options?: RequestOptions): PagedCall<schema.Purge, CursorPage<schema.Purge>>;
  listPurges(input?: ListPurgesInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listPurgesOperation, input ?? {}, options);
  }

  /**
   * Purge the records whose retention time is over
   *
   * Removes claims with their content, files in all versions, responses, submissions, bank lines and
   * index records; legal holds keep theirs. Entries of the audit log stay: they hold ids, codes and
   * amounts only, so the chain verifies as before. A purge that takes longer than the request continues
   * in the background. Without a retention time the response is 409.
   *
   * operationId: startPurge
   */
  startPurge(input?: StartPurgeInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Purge> {
    return this.#transport.call(startPurgeOperation, input ?? {}, options);
  }

  /**
   * Get the progress of a purge
   *
   * operationId: getPurge
   */
  getPurge(input: GetPurgeInput, options?: RequestOptions): ApiCall<schema.Purge> {
    return this.#transport.call(getPurgeOperation, input, options);
  }
}
