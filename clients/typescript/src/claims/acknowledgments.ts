// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const parseImplementationAcknowledgmentOperation: Operation = {
  id: 'parseImplementationAcknowledgment',
  method: 'POST',
  path: '/api/parse-999',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listImplementationAcknowledgmentsOperation: Operation = {
  id: 'listImplementationAcknowledgments',
  method: 'GET',
  path: '/api/999-acks',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getImplementationAcknowledgmentOperation: Operation = {
  id: 'getImplementationAcknowledgment',
  method: 'GET',
  path: '/api/999-acks/{id}',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  enveloped: true,
};

const parseClaimAcknowledgmentOperation: Operation = {
  id: 'parseClaimAcknowledgment',
  method: 'POST',
  path: '/api/parse-277ca',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listClaimAcknowledgmentsOperation: Operation = {
  id: 'listClaimAcknowledgments',
  method: 'GET',
  path: '/api/277ca-acks',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getClaimAcknowledgmentOperation: Operation = {
  id: 'getClaimAcknowledgment',
  method: 'GET',
  path: '/api/277ca-acks/{id}',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `parseImplementationAcknowledgment`. */
export type ParseImplementationAcknowledgmentInput = schema.ResponseInput;

/** Result of `parseImplementationAcknowledgment`. */
export type ParseImplementationAcknowledgmentResult = {
  /** File in which the content was received first */
  readonly file_id: string;
  readonly state: 'expected' | 'received' | 'processing' | 'applied' | 'partly_applied' | 'quarantined' | 'duplicate';
  /** Why the file, or part of it, could not be processed */
  readonly reasons: readonly {
    readonly code: string;
    readonly message: string;
  }[];
  readonly acknowledgments: readonly schema.ImplementationAcknowledgmentDetail[];
};

/** Input of `listImplementationAcknowledgments`. */
export type ListImplementationAcknowledgmentsInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getImplementationAcknowledgment`. */
export type GetImplementationAcknowledgmentInput = {
  /** Id of the acknowledgment */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `parseClaimAcknowledgment`. */
export type ParseClaimAcknowledgmentInput = schema.ResponseInput;

/** Result of `parseClaimAcknowledgment`. */
export type ParseClaimAcknowledgmentResult = {
  /** File in which the content was received first */
  readonly file_id: string;
  readonly state: 'expected' | 'received' | 'processing' | 'applied' | 'partly_applied' | 'quarantined' | 'duplicate';
  /** Why the file, or part of it, could not be processed */
  readonly reasons: readonly {
    readonly code: string;
    readonly message: string;
  }[];
  readonly statuses: readonly schema.ClaimStatus[];
  /** Statuses that belong to no patient; the first 200 */
  readonly unscoped_statuses: readonly {
    /** HL03: 21 the batch, 19 a billing provider, 22 a subscriber */
    readonly level: string;
    readonly category: string;
    readonly status_code: string;
    /** By the table of the service */
    readonly classification: 'accepted' | 'rejected' | 'pended' | 'paid' | 'unknown';
    /** By the standard (code source 507) */
    readonly disposition: 'accepted' | 'rejected' | 'pended' | 'paid' | 'denied' | 'finalized' | 'action_needed' | 'error' | 'not_found' | 'unknown';
    readonly conflict: boolean;
    readonly trace?: string | undefined;
    readonly about?: {
      readonly entity: string;
      readonly name: string;
      readonly id_qualifier?: string | undefined;
      readonly id?: string | undefined;
    } | undefined;
    readonly totals: {
      readonly accepted?: number | undefined;
      readonly rejected?: number | undefined;
      readonly accepted_amount?: number | undefined;
      readonly rejected_amount?: number | undefined;
    };
    readonly status: {
      readonly reasons: readonly {
        readonly category: string;
        readonly category_text?: string | undefined;
        readonly code: string;
        readonly text?: string | undefined;
        readonly entity?: string | undefined;
      }[];
      readonly date?: string | undefined;
      readonly action?: string | undefined;
      readonly amount?: number | undefined;
      readonly message?: string | undefined;
    };
  }[];
  readonly acknowledgments: readonly {
    readonly id: string;
    readonly file_id: string;
    readonly received_at: string;
    /** ISA06 */
    readonly sender: string;
    readonly interchange_control_number: string;
    readonly state: 'applying' | 'applied';
    readonly receiver: string;
    readonly group_control_number: string;
    readonly set_control_number: string;
    /** When the payer gave it; the newer of two acknowledgments counts */
    readonly answered_at: string;
    /** BHT03 */
    readonly reference: string;
    readonly created?: string | undefined;
    readonly source: {
      readonly entity: string;
      readonly name: string;
      readonly id_qualifier?: string | undefined;
      readonly id?: string | undefined;
    };
    readonly source_trace?: string | undefined;
    readonly received?: string | undefined;
    readonly processed?: string | undefined;
    readonly submitter: {
      readonly entity: string;
      readonly name: string;
      readonly id_qualifier?: string | undefined;
      readonly id?: string | undefined;
    };
    /** BHT03 of the acknowledged 837 */
    readonly batch?: string | undefined;
    readonly batch_ids: readonly string[];
    readonly totals: {
      readonly accepted?: number | undefined;
      readonly rejected?: number | undefined;
      readonly accepted_amount?: number | undefined;
      readonly rejected_amount?: number | undefined;
    };
    readonly counts: {
      readonly statuses: number;
      readonly matched: number;
      readonly unmatched: number;
      readonly ambiguous: number;
      readonly conflicts: number;
      readonly accepted: number;
      readonly rejected: number;
      readonly pended: number;
      readonly paid: number;
      readonly unknown: number;
      readonly unscoped: number;
      /** Claims reached by a rejection of their batch or provider */
      readonly fanned_out: number;
    };
    readonly next_cursor: string | null;
  }[];
};

/** Input of `listClaimAcknowledgments`. */
export type ListClaimAcknowledgmentsInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getClaimAcknowledgment`. */
export type GetClaimAcknowledgmentInput = {
  /** Id of the acknowledgment */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class AcknowledgmentsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Apply a 999 or TA1 to its claims
   *
   * The body is X12 text, or JSON with `content` or with the `key` of an object in the inbox. The file is
   * processed like a file in the inbox, and moves to the archive or to quarantine. Content that was
   * received before is not applied again; the reply is the first one. The reply has as many sets and
   * claims as fit into 250 kB; the stored response has the rest. Every claim of a rejected set, group or
   * interchange moves to lane `rejected`, with one audit event `claim.rejected` each.
   *
   * operationId: parseImplementationAcknowledgment
   */
  parseImplementationAcknowledgment(input: ParseImplementationAcknowledgmentInput, options?: RequestOptions & KeyOptions): ApiCall<ParseImplementationAcknowledgmentResult> {
    return this.#transport.call(parseImplementationAcknowledgmentOperation, input, options);
  }

  /**
   * List stored 999 and TA1, newest first
   *
   * operationId: listImplementationAcknowledgments
   */
  listImplementationAcknowledgments(input: ListImplementationAcknowledgmentsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List stored 999 and TA1, newest first
   *
   * operationId: listImplementationAcknowledgments
   */
  listImplementationAcknowledgments(input?: ListImplementationAcknowledgmentsInput, options?: RequestOptions): PagedCall<schema.ImplementationAcknowledgment, CursorPage<schema.ImplementationAcknowledgment>>;
  listImplementationAcknowledgments(input?: ListImplementationAcknowledgmentsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listImplementationAcknowledgmentsOperation, input ?? {}, options);
  }

  /**
   * Get a stored 999 or TA1 with its sets and a page of its claims
   *
   * operationId: getImplementationAcknowledgment
   */
  getImplementationAcknowledgment(input: GetImplementationAcknowledgmentInput, options?: RequestOptions): ApiCall<schema.ImplementationAcknowledgmentDetail> {
    return this.#transport.call(getImplementationAcknowledgmentOperation, input, options);
  }

  /**
   * Apply a 277CA to its claims
   *
   * The body is X12 text, or JSON with `content` or with the `key` of an object in the inbox. The file is
   * processed like a file in the inbox, and moves to the archive or to quarantine. Content that was
   * received before is not applied again; the reply is the first one. The reply has as many sets and
   * claims as fit into 250 kB; the stored response has the rest. Every claim that a status rejects moves
   * to lane `payer_rejected`, with one audit event `claim.payer_rejected` each; a claim whose status has
   * two contradicting readings moves to `review`.
   *
   * operationId: parseClaimAcknowledgment
   */
  parseClaimAcknowledgment(input: ParseClaimAcknowledgmentInput, options?: RequestOptions & KeyOptions): ApiCall<ParseClaimAcknowledgmentResult> {
    return this.#transport.call(parseClaimAcknowledgmentOperation, input, options);
  }

  /**
   * List stored 277CA, newest first
   *
   * operationId: listClaimAcknowledgments
   */
  listClaimAcknowledgments(input: ListClaimAcknowledgmentsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List stored 277CA, newest first
   *
   * operationId: listClaimAcknowledgments
   */
  listClaimAcknowledgments(input?: ListClaimAcknowledgmentsInput, options?: RequestOptions): PagedCall<schema.ClaimAcknowledgment, CursorPage<schema.ClaimAcknowledgment>>;
  listClaimAcknowledgments(input?: ListClaimAcknowledgmentsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listClaimAcknowledgmentsOperation, input ?? {}, options);
  }

  /**
   * Get a stored 277CA with a page of its statuses
   *
   * operationId: getClaimAcknowledgment
   */
  getClaimAcknowledgment(input: GetClaimAcknowledgmentInput, options?: RequestOptions): ApiCall<schema.ClaimAcknowledgmentDetail> {
    return this.#transport.call(getClaimAcknowledgmentOperation, input, options);
  }
}
