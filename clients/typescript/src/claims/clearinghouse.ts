// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getClearhouseOperation: Operation = {
  id: 'getClearhouse',
  method: 'GET',
  path: '/api/clearhouse',
  accept: 'application/json',
  enveloped: true,
};

const submitClaimsOperation: Operation = {
  id: 'submitClaims',
  method: 'POST',
  path: '/api/clearhouse/submit',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listSubmissionsOperation: Operation = {
  id: 'listSubmissions',
  method: 'GET',
  path: '/api/clearhouse/submissions',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getSubmissionOperation: Operation = {
  id: 'getSubmission',
  method: 'GET',
  path: '/api/clearhouse/submissions/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const testConnectionOperation: Operation = {
  id: 'testConnection',
  method: 'POST',
  path: '/api/clearhouse/test-connection',
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `submitClaims`. */
export type SubmitClaimsInput = {
  readonly claim_ids: readonly string[];
} | {
  readonly payer_id: string;
};

/** Result of `submitClaims`. */
export type SubmitClaimsResult = {
  readonly submissions: readonly schema.Submission[];
  /** Ids of the submissions that this call resumed */
  readonly resumed: readonly string[];
  readonly in_progress: readonly {
    readonly submission_id: string;
    readonly payer_id: string;
    readonly state: 'preparing' | 'prepared' | 'uploaded' | 'sent' | 'recorded' | 'abandoned';
    /** Creation time of the submission */
    readonly since: string;
    /** Ready claims of the payer that the submission holds */
    readonly claim_count: number;
    /** Calls from this time on resume the submission */
    readonly resumable_at: string;
    readonly last_error?: {
      readonly code: string;
      readonly message: string;
      readonly at: string;
    } | undefined;
  }[];
  /** The first 100, with up to five findings each */
  readonly blocked: readonly {
    readonly claim_id: string;
    readonly findings: readonly {
      /** Stable id of the rule, such as V053 or R206 */
      readonly id: string;
      readonly severity: 'fatal' | 'error' | 'warning' | 'information';
      readonly message: string;
      readonly loop?: string | undefined;
      readonly segment?: string | undefined;
      readonly element?: number | undefined;
    }[];
  }[];
  /** Number of all claims that were not sent */
  readonly blocked_count: number;
  readonly has_more: boolean;
};

/** Input of `listSubmissions`. */
export type ListSubmissionsInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getSubmission`. */
export type GetSubmissionInput = {
  /** Id of the submission */
  readonly id: string;
};

/** Result of `testConnection`. */
export type TestConnectionResult = {
  readonly ok: boolean;
  readonly transport: 'stub' | 'sftp';
  readonly duration_ms: number;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  /** Fingerprint of the server, if it differs from host_key */
  readonly host_key?: string | undefined;
};

export class ClearinghouseOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the clearinghouse: identity, SFTP block, filename block, last visit to its server
   *
   * operationId: getClearhouse
   */
  getClearhouse(options?: RequestOptions): ApiCall<schema.Clearhouse> {
    return this.#transport.call(getClearhouseOperation, {}, options);
  }

  /**
   * Send claims by id, or all ready claims of a payer
   *
   * Creates one file for each payer. With `claim_ids` (at most 100 payers), all claims are sent or none.
   * With `payer_id`, claims without errors are sent, at most 5,000 in one call (`has_more`); `blocked`
   * and `blocked_count` report the others. If some files were sent and the claims of another payer cannot
   * be sent any more (in a repetition, or because of another request), the reply is 201 with the sent
   * submissions. All claims of that payer are then in `blocked`, as `claims_not_ready`,
   * `payer_not_configured`, with their own findings, or as `held_back` because of those. A submission
   * whose transport failed stays `prepared` with `last_error`. A submission that is not recorded in time
   * stays `sent`. The next call for the payer or its claims resumes unfinished submissions, and so does a
   * schedule every five minutes. `submissions` lists resumed submissions first, and `resumed` contains
   * their ids. A claim belongs to one submission at a time: for a payer, `in_progress` lists the
   * submissions that hold its claims; for named claims, the details of `claims_not_ready` have the code
   * `in_progress`, `submission_id` and `since`.
   *
   * operationId: submitClaims
   */
  submitClaims(input: SubmitClaimsInput, options?: RequestOptions & KeyOptions): ApiCall<SubmitClaimsResult> {
    return this.#transport.call(submitClaimsOperation, input, options);
  }

  /**
   * List submissions, newest first
   *
   * operationId: listSubmissions
   */
  listSubmissions(input: ListSubmissionsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List submissions, newest first
   *
   * operationId: listSubmissions
   */
  listSubmissions(input?: ListSubmissionsInput, options?: RequestOptions): PagedCall<schema.Submission, CursorPage<schema.Submission>>;
  listSubmissions(input?: ListSubmissionsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listSubmissionsOperation, input ?? {}, options);
  }

  /**
   * Get a submission with its claims
   *
   * operationId: getSubmission
   */
  getSubmission(input: GetSubmissionInput, options?: RequestOptions): ApiCall<schema.SubmissionWithClaims> {
    return this.#transport.call(getSubmissionOperation, input, options);
  }

  /**
   * Test the connection to the clearinghouse without sending a claim
   *
   * Uses the active configuration. Lists both directories. Writes and removes one small temporary file in
   * the upload directory. `code` and `message` name the cause of a failure; docs/clearinghouse.md lists
   * all codes.
   *
   * operationId: testConnection
   */
  testConnection(options?: RequestOptions & KeyOptions): ApiCall<TestConnectionResult> {
    return this.#transport.call(testConnectionOperation, {}, options);
  }
}
