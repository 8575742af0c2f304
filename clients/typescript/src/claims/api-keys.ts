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
  path: '/api/admin/api-keys',
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createApiKeyOperation: Operation = {
  id: 'createApiKey',
  method: 'POST',
  path: '/api/admin/api-keys',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const revokeApiKeyOperation: Operation = {
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/admin/api-keys/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

/** Input of `listApiKeys`. */
export type ListApiKeysInput = {
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createApiKey`. */
export type CreateApiKeyInput = {
  readonly name: string;
  readonly role: 'biller' | 'auditor' | 'admin';
  /** Billing providers to which the key is limited; all providers by default */
  readonly billing_npis?: readonly string[] | undefined;
};

/** Result of `createApiKey`. */
export type CreateApiKeyResult = {
  readonly id: string;
  readonly name: string;
  readonly role: 'biller' | 'auditor' | 'admin';
  /** Billing providers to which the key is limited; all providers by default */
  readonly billing_npis?: readonly string[] | undefined;
  /** First characters of the secret */
  readonly prefix: string;
  readonly created_at: string;
  readonly revoked_at?: string | undefined;
  readonly secret?: string | undefined;
};

/** Input of `revokeApiKey`. */
export type RevokeApiKeyInput = {
  /** Id of the API key */
  readonly id: string;
};

export class ApiKeysOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List API keys, newest first
   *
   * operationId: listApiKeys
   */
  list(input?: ListApiKeysInput, options?: RequestOptions): PagedCall<schema.ClaimsApiKey, CursorPage<schema.ClaimsApiKey>> {
    return this.#transport.list(listApiKeysOperation, input ?? {}, options);
  }

  /**
   * Create an API key with a role
   *
   * The response shows the secret, once. Create the first key with npm run operator, or with a bearer
   * token of role admin.
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
}
