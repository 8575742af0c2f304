// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listNotesOperation: Operation = {
  id: 'listNotes',
  method: 'GET',
  path: '/api/claims/{id}/notes',
  inPath: ['id'],
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const addNoteOperation: Operation = {
  id: 'addNote',
  method: 'POST',
  path: '/api/claims/{id}/notes',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const setFollowUpOperation: Operation = {
  id: 'setFollowUp',
  method: 'PATCH',
  path: '/api/claims/{id}/follow-up',
  inPath: ['id'],
  body: { mediaType: 'application/merge-patch+json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listWorklistOperation: Operation = {
  id: 'listWorklist',
  method: 'GET',
  path: '/api/worklist',
  inQuery: ['assignee', 'due', 'lane', 'billing_npi', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

/** Input of `listNotes`. */
export type ListNotesInput = {
  /** Id of the claim */
  readonly id: string;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `addNote`. */
export type AddNoteInput = {
  /** Id of the claim */
  readonly id: string;
  readonly text: string;
};

/** Input of `setFollowUp`. */
export type SetFollowUpInput = {
  /** Id of the claim */
  readonly id: string;
} & (schema.FollowUp);

/** Input of `listWorklist`. */
export type ListWorklistInput = {
  /** Claims of this subject; `me` for the caller, `none` for claims without an assignee */
  readonly assignee?: 'me' | 'none' | string | undefined;
  /** Claims whose follow-up day is past, today or later, or that have none */
  readonly due?: 'overdue' | 'today' | 'later' | 'undated' | undefined;
  /** Claims in this lane */
  readonly lane?: 'draft' | 'ready' | 'held' | 'submitted' | 'accepted' | 'rejected' | 'payer_rejected' | 'pending' | 'paid' | 'denied' | 'underpaid' | 'review' | 'overdue' | undefined;
  /** Claims of the billing provider with this NPI */
  readonly billing_npi?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Result of `listWorklist`. */
export type ListWorklistResult = {
  readonly data: readonly schema.Claim[];
  readonly pagination: {
    readonly next_cursor: string | null;
    readonly has_more: boolean;
  };
  /** The day in the time zone of the practice */
  readonly today: string;
};

export class FollowUpOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the notes of a claim, newest first
   *
   * operationId: listNotes
   */
  listNotes(input: ListNotesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List the notes of a claim, newest first
   *
   * operationId: listNotes
   */
  listNotes(input: ListNotesInput, options?: RequestOptions): PagedCall<schema.ClaimNote, CursorPage<schema.ClaimNote>>;
  listNotes(input: ListNotesInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listNotesOperation, input, options);
  }

  /**
   * Add a note to a claim
   *
   * A note cannot be changed. The audit log records its id and author, and not its text, which may name
   * patients.
   *
   * operationId: addNote
   */
  addNote(input: AddNoteInput, options?: RequestOptions & KeyOptions): ApiCall<schema.ClaimNote> {
    return this.#transport.call(addNoteOperation, input, options);
  }

  /**
   * Set the assignee and the follow-up day of a claim
   *
   * A member that is absent stays, and null removes it. A claim with an assignee or a follow-up day is in
   * the worklist.
   *
   * operationId: setFollowUp
   */
  set(input: SetFollowUpInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.Claim> {
    return this.#transport.call(setFollowUpOperation, input, options);
  }

  /**
   * List claims to follow up, most urgent first
   *
   * Claims with an assignee or a follow-up day, by that day; those without a day come last. Days are
   * those of `time_zone` in the file names of the payer configuration file. A page may have fewer claims
   * than its limit, or none, and still have a next page. Lists may lag behind a change by a moment.
   *
   * operationId: listWorklist
   */
  listWorklist(input: ListWorklistInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List claims to follow up, most urgent first
   *
   * Claims with an assignee or a follow-up day, by that day; those without a day come last. Days are
   * those of `time_zone` in the file names of the payer configuration file. A page may have fewer claims
   * than its limit, or none, and still have a next page. Lists may lag behind a change by a moment.
   *
   * operationId: listWorklist
   */
  listWorklist(input?: ListWorklistInput, options?: RequestOptions): PagedCall<schema.Claim, ListWorklistResult>;
  listWorklist(input?: ListWorklistInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listWorklistOperation, input ?? {}, options);
  }
}
