// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listBankFilesOperation: Operation = {
  id: 'listBankFiles',
  method: 'GET',
  path: '/api/bank-files',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const importBankFileOperation: Operation = {
  id: 'importBankFile',
  method: 'POST',
  path: '/api/bank-files',
  inQuery: ['account', 'date_column', 'amount_column', 'credit_column', 'debit_column', 'description_column', 'trace_column', 'date_format', 'decimal', 'separator', 'dry_run'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listBankLinesOperation: Operation = {
  id: 'listBankLines',
  method: 'GET',
  path: '/api/bank-lines',
  inQuery: ['state', 'date_from', 'date_to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getBankLineOperation: Operation = {
  id: 'getBankLine',
  method: 'GET',
  path: '/api/bank-lines/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const matchBankLineOperation: Operation = {
  id: 'matchBankLine',
  method: 'POST',
  path: '/api/bank-lines/{id}/match',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const unmatchBankLineOperation: Operation = {
  id: 'unmatchBankLine',
  method: 'POST',
  path: '/api/bank-lines/{id}/unmatch',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getReconciliationOperation: Operation = {
  id: 'getReconciliation',
  method: 'GET',
  path: '/api/reconciliation',
  accept: 'application/json',
  enveloped: true,
};

const listDepositsOperation: Operation = {
  id: 'listDeposits',
  method: 'GET',
  path: '/api/deposits',
  inQuery: ['state', 'date_from', 'date_to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

/** Input of `listBankFiles`. */
export type ListBankFilesInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `importBankFile`. */
export type ImportBankFileInput = {
  /** Name of the bank account */
  readonly account?: string | undefined;
  /** Default: Date, Posting Date, Posted Date or Transaction Date */
  readonly date_column?: string | undefined;
  /** Default: Amount. Without it, credit and debit columns are read */
  readonly amount_column?: string | undefined;
  /** Default: Credit or Deposit */
  readonly credit_column?: string | undefined;
  /** Default: Debit or Withdrawal; its amounts count as negative */
  readonly debit_column?: string | undefined;
  /** Default: Description, Memo, Details or Addenda */
  readonly description_column?: string | undefined;
  /** Default: Trace, Trace Number, Reference or Check Number */
  readonly trace_column?: string | undefined;
  /** Default: 2026-11-22 or 11/22/2026 */
  readonly date_format?: 'iso_or_us' | 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD.MM.YYYY' | 'YYYYMMDD' | undefined;
  /** What separates the cents of an amount */
  readonly decimal?: 'point' | 'comma' | undefined;
  /** What separates the columns */
  readonly separator?: 'comma' | 'semicolon' | 'tab' | undefined;
  /** Reads the file and stores nothing */
  readonly dry_run?: 'true' | 'false' | undefined;
  readonly csv: string;
};

/** Input of `listBankLines`. */
export type ListBankLinesInput = {
  /** Lines in this state */
  readonly state?: 'new' | 'unmatched' | 'several_candidates' | 'amount_differs' | 'matched' | undefined;
  /** On or after this day */
  readonly date_from?: string | undefined;
  /** On or before this day */
  readonly date_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getBankLine`. */
export type GetBankLineInput = {
  /** Id of the bank line */
  readonly id: string;
};

/** Result of `getBankLine`. */
export type GetBankLineResult = {
  readonly id: string;
  readonly version: number;
  readonly state: 'new' | 'unmatched' | 'several_candidates' | 'amount_differs' | 'matched';
  /** Name of the bank account; empty if the import named none */
  readonly account: string;
  readonly date: string;
  /** Positive for a deposit */
  readonly amount: number;
  readonly trace?: string | undefined;
  readonly description?: string | undefined;
  /** Bank file that had the line first */
  readonly file_id: string;
  /** Line number in that file, from 1 */
  readonly line: number;
  readonly imported_at: string;
  readonly remittance_ids: readonly string[];
  readonly matched_by?: 'trace' | 'amount_and_date' | 'hand' | undefined;
  /** Amount of the bank less that of the remittances, if they differ */
  readonly difference?: number | undefined;
  /** Reason of the person who matched or unmatched it last */
  readonly reason?: string | undefined;
  readonly decided_by?: string | undefined;
  readonly decided_at?: string | undefined;
  /** At most 50, best first */
  readonly candidates: readonly schema.DepositCandidate[];
};

/** Input of `matchBankLine`. */
export type MatchBankLineInput = {
  /** Id of the bank line */
  readonly id: string;
  readonly remittance_ids: readonly string[];
  readonly accept_difference?: boolean | undefined;
  /** The audit log keeps its SHA-256 only */
  readonly reason: string;
};

/** Input of `unmatchBankLine`. */
export type UnmatchBankLineInput = {
  /** Id of the bank line */
  readonly id: string;
  /** The audit log keeps its SHA-256 only */
  readonly reason: string;
};

/** Input of `listDeposits`. */
export type ListDepositsInput = {
  /** Deposits in this state */
  readonly state?: 'new' | 'expected' | 'amount_differs' | 'matched' | 'not_expected' | undefined;
  /** On or after this day */
  readonly date_from?: string | undefined;
  /** On or before this day */
  readonly date_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class ReconciliationOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List imported bank files, newest first
   *
   * operationId: listBankFiles
   */
  listBankFiles(input: ListBankFilesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List imported bank files, newest first
   *
   * operationId: listBankFiles
   */
  listBankFiles(input?: ListBankFilesInput, options?: RequestOptions): PagedCall<schema.BankFile, CursorPage<schema.BankFile>>;
  listBankFiles(input?: ListBankFilesInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listBankFilesOperation, input ?? {}, options);
  }

  /**
   * Import the lines of a bank account as CSV, and match them with remittances
   *
   * Stores each line once: a line of an earlier file, also one with other lines, changes nothing. Send
   * the file as `text/csv`, or as `csv` in JSON; at most 2000 lines. Lines with faults are reported with
   * their line numbers, and the others are stored. A line matches a remittance with the same trace
   * (TRN02) and amount, or, without a trace, the only remittance of its amount near its date. A file that
   * was imported before is 200, with its first result. A file that is not CSV or has no usable header is
   * 400.
   *
   * operationId: importBankFile
   */
  importBankFile(input: ImportBankFileInput, options?: RequestOptions & KeyOptions): ApiCall<schema.BankFile> {
    return this.#transport.call(importBankFileOperation, input, options);
  }

  /**
   * List bank lines, newest date first
   *
   * `unmatched` lists deposits without a remittance. Lists may lag behind a change by a moment.
   *
   * operationId: listBankLines
   */
  listBankLines(input: ListBankLinesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List bank lines, newest date first
   *
   * `unmatched` lists deposits without a remittance. Lists may lag behind a change by a moment.
   *
   * operationId: listBankLines
   */
  listBankLines(input?: ListBankLinesInput, options?: RequestOptions): PagedCall<schema.BankLine, CursorPage<schema.BankLine>>;
  listBankLines(input?: ListBankLinesInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listBankLinesOperation, input ?? {}, options);
  }

  /**
   * Get a bank line with the remittances that may belong to it
   *
   * operationId: getBankLine
   */
  getBankLine(input: GetBankLineInput, options?: RequestOptions): ApiCall<GetBankLineResult> {
    return this.#transport.call(getBankLineOperation, input, options);
  }

  /**
   * Match a bank line with remittances by hand
   *
   * Amounts that differ make the state `amount_differs`, unless `accept_difference` is true. A line or
   * remittance that is matched must be unmatched first; a line with `amount_differs` can be matched
   * again.
   *
   * operationId: matchBankLine
   */
  matchBankLine(input: MatchBankLineInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.BankLine> {
    return this.#transport.call(matchBankLineOperation, input, options);
  }

  /**
   * Undo the match of a bank line
   *
   * The line becomes `unmatched` and its remittances `expected`. They are never matched with each other
   * automatically again.
   *
   * operationId: unmatchBankLine
   */
  unmatchBankLine(input: UnmatchBankLineInput, options?: RequestOptions & KeyOptions & MatchOptions): ApiCall<schema.BankLine> {
    return this.#transport.call(unmatchBankLineOperation, input, options);
  }

  /**
   * Get the counts and amounts of bank lines and deposits by state
   *
   * operationId: getReconciliation
   */
  get(options?: RequestOptions): ApiCall<schema.Reconciliation> {
    return this.#transport.call(getReconciliationOperation, {}, options);
  }

  /**
   * List remittances as deposits, newest date first
   *
   * `expected` lists remittances without a deposit. Each remittance has one deposit from the moment its
   * sums are known. Lists may lag behind a change by a moment.
   *
   * operationId: listDeposits
   */
  listDeposits(input: ListDepositsInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List remittances as deposits, newest date first
   *
   * `expected` lists remittances without a deposit. Each remittance has one deposit from the moment its
   * sums are known. Lists may lag behind a change by a moment.
   *
   * operationId: listDeposits
   */
  listDeposits(input?: ListDepositsInput, options?: RequestOptions): PagedCall<schema.Deposit, CursorPage<schema.Deposit>>;
  listDeposits(input?: ListDepositsInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listDepositsOperation, input ?? {}, options);
  }
}
