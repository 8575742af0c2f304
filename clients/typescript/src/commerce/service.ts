// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';

const healthOperation: Operation = {
  id: 'health',
  method: 'GET',
  path: '/api/v1',
  accept: 'application/json',
};

const openapiOperation: Operation = {
  id: 'openapi',
  method: 'GET',
  path: '/api/v1/openapi.json',
  accept: 'application/json',
};

const getCallerOperation: Operation = {
  id: 'getCaller',
  method: 'GET',
  path: '/api/v1/me',
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
  readonly operator: boolean;
  readonly brands: { readonly [name: string]: 'owner' | 'manager' | 'viewer' };
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
   * Get the caller: subject, brands and roles
   *
   * operationId: getCaller
   */
  getCaller(options?: RequestOptions): ApiCall<GetCallerResult> {
    return this.#transport.call(getCallerOperation, {}, options);
  }
}
