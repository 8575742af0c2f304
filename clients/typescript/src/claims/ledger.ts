// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listProviderBalancesOperation: Operation = {
  id: 'listProviderBalances',
  method: 'GET',
  path: '/api/provider-balances',
  inQuery: ['format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const listLedgerOperation: Operation = {
  id: 'listLedger',
  method: 'GET',
  path: '/api/ledger',
  inQuery: ['payer_id', 'provider', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

/** Input of `listProviderBalances`. */
export type ListProviderBalancesInput = {
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `listLedger`. */
export type ListLedgerInput = {
  /** Payer, as in provider-balances */
  readonly payer_id: string;
  /** PLB01, as in provider-balances */
  readonly provider: string;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class LedgerOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List provider-level balances (PLB) by payer and provider
   *
   * operationId: listProviderBalances
   */
  listProviderBalances(input: ListProviderBalancesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List provider-level balances (PLB) by payer and provider
   *
   * operationId: listProviderBalances
   */
  listProviderBalances(input?: ListProviderBalancesInput, options?: RequestOptions): PagedCall<schema.ProviderBalance, CursorPage<schema.ProviderBalance>>;
  listProviderBalances(input?: ListProviderBalancesInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listProviderBalancesOperation, input ?? {}, options);
  }

  /**
   * List the provider-level adjustments of a payer and provider, newest first
   *
   * Each remittance with adjustments (PLB) is one entry, in the order in which they were posted. Entries
   * never change.
   *
   * operationId: listLedger
   */
  list(input: ListLedgerInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List the provider-level adjustments of a payer and provider, newest first
   *
   * Each remittance with adjustments (PLB) is one entry, in the order in which they were posted. Entries
   * never change.
   *
   * operationId: listLedger
   */
  list(input: ListLedgerInput, options?: RequestOptions): PagedCall<schema.LedgerEntry, CursorPage<schema.LedgerEntry>>;
  list(input: ListLedgerInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listLedgerOperation, input, options);
  }
}
