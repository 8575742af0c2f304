// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';

const healthOperation: Operation = {
  id: 'health',
  method: 'GET',
  path: '/api/health',
  accept: 'application/json',
};

const openapiOperation: Operation = {
  id: 'openapi',
  method: 'GET',
  path: '/api/openapi.json',
  accept: 'application/json',
};

const getCallerOperation: Operation = {
  id: 'getCaller',
  method: 'GET',
  path: '/api/me',
  accept: 'application/json',
  enveloped: true,
};

/** Result of `health`. */
export type HealthResult = {
  readonly status: 'healthy';
  readonly timestamp: string;
  readonly version: string;
  readonly environment: string;
};

/** Result of `getCaller`. */
export type GetCallerResult = {
  readonly subject: string;
  readonly credential: 'api_key' | 'bearer';
  readonly roles: readonly ('biller' | 'auditor' | 'admin')[];
  /** Billing providers to which the caller is limited; absent for all */
  readonly billing_npis?: readonly string[] | undefined;
};

export class ServiceOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the health of the service
   *
   * operationId: health
   */
  health(options?: RequestOptions): ApiCall<HealthResult> {
    return this.#transport.call(healthOperation, {}, options);
  }

  /**
   * Get this document
   *
   * operationId: openapi
   */
  openapi(options?: RequestOptions): ApiCall<{ readonly [name: string]: unknown }> {
    return this.#transport.call(openapiOperation, {}, options);
  }

  /**
   * Get the caller: subject and roles
   *
   * operationId: getCaller
   */
  getCaller(options?: RequestOptions): ApiCall<GetCallerResult> {
    return this.#transport.call(getCallerOperation, {}, options);
  }
}
