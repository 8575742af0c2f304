// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listApiKeysOperation: Operation = {
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/v1/api-keys',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createApiKeyOperation: Operation = {
  id: 'createApiKey',
  method: 'POST',
  path: '/api/v1/api-keys',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const revokeApiKeyOperation: Operation = {
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/v1/api-keys/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const rotateApiKeyOperation: Operation = {
  id: 'rotateApiKey',
  method: 'POST',
  path: '/api/v1/api-keys/{id}/rotation',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `listApiKeys`. */
export type ListApiKeysInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createApiKey`. */
export type CreateApiKeyInput = {
  readonly brand_id: string;
  readonly name: string;
  readonly role: 'owner' | 'manager' | 'viewer';
  readonly expires_at?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
};

/** Result of `createApiKey`. */
export type CreateApiKeyResult = {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly role: 'owner' | 'manager' | 'viewer';
  readonly prefix: string;
  readonly scopes?: readonly string[] | undefined;
  readonly created_at: string;
  readonly expires_at?: string | undefined;
  readonly rotated_at?: string | undefined;
  readonly earlier_secret_expires_at?: string | undefined;
  readonly revoked_at?: string | undefined;
  readonly last_used_at?: string | undefined;
  readonly secret?: string | undefined;
};

/** Input of `revokeApiKey`. */
export type RevokeApiKeyInput = {
  /** Id of the API key */
  readonly id: string;
};

/** Input of `rotateApiKey`. */
export type RotateApiKeyInput = {
  /** Id of the API key */
  readonly id: string;
  readonly overlap_hours?: number | undefined;
};

/** Result of `rotateApiKey`. */
export type RotateApiKeyResult = {
  readonly id: string;
  readonly brand_id: string;
  readonly name: string;
  readonly role: 'owner' | 'manager' | 'viewer';
  readonly prefix: string;
  readonly scopes?: readonly string[] | undefined;
  readonly created_at: string;
  readonly expires_at?: string | undefined;
  readonly rotated_at?: string | undefined;
  readonly earlier_secret_expires_at?: string | undefined;
  readonly revoked_at?: string | undefined;
  readonly last_used_at?: string | undefined;
  readonly secret?: string | undefined;
};

export class ApiKeysOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the API keys of a brand, newest first
   *
   * operationId: listApiKeys
   */
  list(input: ListApiKeysInput, options?: RequestOptions): PagedCall<schema.ApiKey, CursorPage<schema.ApiKey>> {
    return this.#transport.list(listApiKeysOperation, input, options);
  }

  /**
   * Create an API key
   *
   * The response shows the secret, once. A scope such as `orders:read` names a group of operations (a tag
   * of this document, with _ for blanks) and permits its GET requests; `orders:write` permits all of
   * them. A key has the rights that its role and its scopes both permit.
   *
   * operationId: createApiKey
   */
  create(input: CreateApiKeyInput, options?: RequestOptions & KeyOptions): ApiCall<CreateApiKeyResult> {
    return this.#transport.call(createApiKeyOperation, input, options);
  }

  /**
   * Revoke an API key
   *
   * operationId: revokeApiKey
   */
  revoke(input: RevokeApiKeyInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(revokeApiKeyOperation, input, options);
  }

  /**
   * Replace the secret of an API key; the new one is shown once
   *
   * The earlier secret works until the overlap ends. A secret of before the last rotation stops working
   * at once. Role, scopes and expiry stay.
   *
   * operationId: rotateApiKey
   */
  rotate(input: RotateApiKeyInput, options?: RequestOptions & KeyOptions): ApiCall<RotateApiKeyResult> {
    return this.#transport.call(rotateApiKeyOperation, input, options);
  }
}
