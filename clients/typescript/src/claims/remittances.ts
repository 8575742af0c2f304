// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const parseRemittanceOperation: Operation = {
  id: 'parseRemittance',
  method: 'POST',
  path: '/api/parse-835',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listRemittancesOperation: Operation = {
  id: 'listRemittances',
  method: 'GET',
  path: '/api/remittances',
  inQuery: ['payer_id', 'received_from', 'received_to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getRemittanceOperation: Operation = {
  id: 'getRemittance',
  method: 'GET',
  path: '/api/remittances/{id}',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  enveloped: true,
};

const getEobOperation: Operation = {
  id: 'getEob',
  method: 'GET',
  path: '/api/remittances/{id}/eob',
  inPath: ['id'],
  inQuery: ['claim', 'format', 'limit', 'cursor'],
  accept: 'text/html',
};

/** Input of `parseRemittance`. */
export type ParseRemittanceInput = schema.ResponseInput;

/** Result of `parseRemittance`. */
export type ParseRemittanceResult = {
  /** File in which the content was received first */
  readonly file_id: string;
  readonly state: 'expected' | 'received' | 'processing' | 'applied' | 'partly_applied' | 'quarantined' | 'duplicate';
  /** Why the file, or part of it, could not be processed */
  readonly reasons: readonly {
    readonly code: string;
    readonly message: string;
  }[];
  readonly remittances: readonly schema.RemittanceDetail[];
};

/** Input of `listRemittances`. */
export type ListRemittancesInput = {
  /** N104 of the payer, REF*2U, or TRN03 */
  readonly payer_id?: string | undefined;
  /** Remittances received at this time or later */
  readonly received_from?: string | undefined;
  /** Remittances received at this time or earlier */
  readonly received_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getRemittance`. */
export type GetRemittanceInput = {
  /** Id of the remittance */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getEob`. */
export type GetEobInput = {
  /** Id of the remittance */
  readonly id: string;
  /** Only the claim with this number in the remittance */
  readonly claim?: number | undefined;
  /** Media type of the page, instead of `Accept` */
  readonly format?: 'html' | 'pdf' | undefined;
  /** Maximum claims on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class RemittancesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Post an 835 to its claims
   *
   * The body is X12 text, or JSON with `content` or with the `key` of an object in the inbox. The file is
   * processed like a file in the inbox, and moves to the archive or to quarantine. Content that was
   * received before is not applied again; the reply is the first one. The reply has as many sets and
   * claims as fit into 250 kB; the stored response has the rest. A payment that does not balance is
   * stored and not posted; its claim moves to `review`. A payment whose claim is not known yet is posted
   * when the claim arrives.
   *
   * operationId: parseRemittance
   */
  parse(input: ParseRemittanceInput, options?: RequestOptions & KeyOptions): ApiCall<ParseRemittanceResult> {
    return this.#transport.call(parseRemittanceOperation, input, options);
  }

  /**
   * List stored remittances, newest first
   *
   * operationId: listRemittances
   */
  list(input: ListRemittancesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List stored remittances, newest first
   *
   * operationId: listRemittances
   */
  list(input?: ListRemittancesInput, options?: RequestOptions): PagedCall<schema.Remittance, CursorPage<schema.Remittance>>;
  list(input?: ListRemittancesInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listRemittancesOperation, input ?? {}, options);
  }

  /**
   * Get a remittance with its balance and a page of its claims
   *
   * operationId: getRemittance
   */
  get(input: GetRemittanceInput, options?: RequestOptions): ApiCall<schema.RemittanceDetail> {
    return this.#transport.call(getRemittanceOperation, input, options);
  }

  /**
   * Get a remittance as an explanation of benefits for people
   *
   * One HTML page to read and print, without scripts or other files, or the same as PDF (`Accept:
   * application/pdf` or `format=pdf`). It shows the payment, each claim with its lines, adjustments and
   * remarks with their texts, and provider-level adjustments. It contains names of patients. `Link` has
   * the next page.
   *
   * operationId: getEob
   */
  getEob(input: GetEobInput, options: RequestOptions & AcceptOptions<'application/pdf'>): ApiCall<Blob>;
  /**
   * Get a remittance as an explanation of benefits for people
   *
   * One HTML page to read and print, without scripts or other files, or the same as PDF (`Accept:
   * application/pdf` or `format=pdf`). It shows the payment, each claim with its lines, adjustments and
   * remarks with their texts, and provider-level adjustments. It contains names of patients. `Link` has
   * the next page.
   *
   * operationId: getEob
   */
  getEob(input: GetEobInput, options?: RequestOptions): ApiCall<string>;
  getEob(input: GetEobInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getEobOperation, input, options);
  }
}
