// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listPayersOperation: Operation = {
  id: 'listPayers',
  method: 'GET',
  path: '/api/config/payers',
  accept: 'application/json',
  enveloped: true,
};

const getPayerOperation: Operation = {
  id: 'getPayer',
  method: 'GET',
  path: '/api/config/payers/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const listProvidersOperation: Operation = {
  id: 'listProviders',
  method: 'GET',
  path: '/api/config/providers',
  accept: 'application/json',
  enveloped: true,
};

const reloadConfigOperation: Operation = {
  id: 'reloadConfig',
  method: 'POST',
  path: '/api/admin/reload-config',
  inQuery: ['dry_run'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const checkClaimsAgainOperation: Operation = {
  id: 'checkClaimsAgain',
  method: 'POST',
  path: '/api/admin/check-claims',
  inQuery: ['cursor'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `getPayer`. */
export type GetPayerInput = {
  /** Id of the payer */
  readonly id: string;
};

/** Input of `reloadConfig`. */
export type ReloadConfigInput = {
  /** Compares the file and activates nothing */
  readonly dry_run?: 'true' | 'false' | undefined;
};

/** Result of `reloadConfig`. */
export type ReloadConfigResult = {
  readonly version: number;
  readonly sha256: string;
  readonly loaded_at: string;
  readonly loaded_by: string;
  /** The first 500 */
  readonly changes: readonly {
    readonly entity: 'provider' | 'payer' | 'payer_config' | 'clearhouse' | 'intake';
    readonly id: string;
    readonly change: 'added' | 'changed' | 'removed';
    readonly fields?: readonly string[] | undefined;
  }[];
  /** Number of all records that were added, changed or removed */
  readonly change_count: number;
};

/** Input of `checkClaimsAgain`. */
export type CheckClaimsAgainInput = {
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Result of `checkClaimsAgain`. */
export type CheckClaimsAgainResult = {
  readonly checked: number;
  /** Claims with new findings or a new lane */
  readonly changed: number;
  /** Claims that another request changed at the same time */
  readonly skipped: number;
  /** Number of claims moved to each lane */
  readonly moved: {
    readonly draft?: number | undefined;
    readonly ready?: number | undefined;
    readonly review?: number | undefined;
  };
  readonly next_cursor: string | null;
};

export class ConfigurationOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List payers with their settings for each kind of transaction
   *
   * operationId: listPayers
   */
  listPayers(options?: RequestOptions): ApiCall<readonly schema.PayerWithConfigs[]> {
    return this.#transport.call(listPayersOperation, {}, options);
  }

  /**
   * Get a payer with its settings for each kind of transaction
   *
   * operationId: getPayer
   */
  getPayer(input: GetPayerInput, options?: RequestOptions): ApiCall<schema.PayerWithConfigs> {
    return this.#transport.call(getPayerOperation, input, options);
  }

  /**
   * List the billing providers
   *
   * operationId: listProviders
   */
  listProviders(options?: RequestOptions): ApiCall<readonly schema.Provider[]> {
    return this.#transport.call(listProvidersOperation, {}, options);
  }

  /**
   * Activate the payer configuration file
   *
   * Reads `config/payers.yaml` of the X12 bucket. An invalid file changes nothing; the details of
   * `invalid_configuration` name line and column of each fault. All functions use the new configuration
   * at once. With `dry_run`, the response shows the active version and the changes that the file would
   * make.
   *
   * operationId: reloadConfig
   */
  reloadConfig(input?: ReloadConfigInput, options?: RequestOptions & KeyOptions): ApiCall<ReloadConfigResult> {
    return this.#transport.call(reloadConfigOperation, input ?? {}, options);
  }

  /**
   * Check unsent claims against the active configuration
   *
   * Checks claims in the lanes draft, ready and review after a reload of the configuration. A claim whose
   * payer is now configured leaves draft; a claim whose payer was removed leaves ready. One call works
   * for 18 seconds. `next_cursor` continues with the next claims, and is null when all are checked.
   *
   * operationId: checkClaimsAgain
   */
  checkClaimsAgain(input?: CheckClaimsAgainInput, options?: RequestOptions & KeyOptions): ApiCall<CheckClaimsAgainResult> {
    return this.#transport.call(checkClaimsAgainOperation, input ?? {}, options);
  }
}
