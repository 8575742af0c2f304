// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const getMessagingSettingsOperation: Operation = {
  id: 'getMessagingSettings',
  method: 'GET',
  path: '/api/v1/brands/{brand_id}/messaging',
  inPath: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const updateMessagingSettingsOperation: Operation = {
  id: 'updateMessagingSettings',
  method: 'PUT',
  path: '/api/v1/brands/{brand_id}/messaging',
  inPath: ['brand_id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const showUnsubscribeOperation: Operation = {
  id: 'showUnsubscribe',
  method: 'GET',
  path: '/api/v1/unsubscribe/{token}',
  inPath: ['token'],
  accept: 'text/html',
};

const unsubscribeOperation: Operation = {
  id: 'unsubscribe',
  method: 'POST',
  path: '/api/v1/unsubscribe/{token}',
  inPath: ['token'],
  accept: 'text/html',
  keyed: true,
};

/** Input of `getMessagingSettings`. */
export type GetMessagingSettingsInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `updateMessagingSettings`. */
export type UpdateMessagingSettingsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  readonly from_name?: string | undefined;
  readonly reply_to?: string | undefined;
  readonly postal_address?: string | undefined;
  readonly quiet_hours?: {
    readonly start: string;
    readonly end: string;
  } | undefined;
  readonly test_addresses?: readonly string[] | undefined;
};

/** Input of `showUnsubscribe`. */
export type ShowUnsubscribeInput = {
  /** Token of the link in a message */
  readonly token: string;
};

/** Input of `unsubscribe`. */
export type UnsubscribeInput = {
  /** Token of the link in a message */
  readonly token: string;
};

export class MessagingOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Get the messaging settings of a brand
   *
   * operationId: getMessagingSettings
   */
  getSettings(input: GetMessagingSettingsInput, options: RequestOptions & ChangeOptions): ApiCall<schema.MessagingSettings | undefined>;
  /**
   * Get the messaging settings of a brand
   *
   * operationId: getMessagingSettings
   */
  getSettings(input: GetMessagingSettingsInput, options?: RequestOptions): ApiCall<schema.MessagingSettings>;
  getSettings(input: GetMessagingSettingsInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getMessagingSettingsOperation, input, options);
  }

  /**
   * Replace the messaging settings of a brand
   *
   * Marketing e-mail needs a postal_address. quiet_hours are times of day in the time zone of the
   * contact, else of the brand; the same start and end turn them off.
   *
   * operationId: updateMessagingSettings
   */
  updateSettings(input: UpdateMessagingSettingsInput, options?: RequestOptions & MatchOptions): ApiCall<schema.MessagingSettings> {
    return this.#transport.call(updateMessagingSettingsOperation, input, options);
  }

  /**
   * Show a page with a button that unsubscribes
   *
   * Changes nothing, because mail programs follow links by themselves.
   *
   * operationId: showUnsubscribe
   */
  showUnsubscribe(input: ShowUnsubscribeInput, options?: RequestOptions): ApiCall<string> {
    return this.#transport.call(showUnsubscribeOperation, input, options);
  }

  /**
   * Unsubscribe with one click (RFC 8058)
   *
   * Takes the POST of mail programs and of the page. The body is ignored. Idempotent.
   *
   * operationId: unsubscribe
   */
  unsubscribe(input: UnsubscribeInput, options?: RequestOptions & KeyOptions): ApiCall<string> {
    return this.#transport.call(unsubscribeOperation, input, options);
  }
}
