// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listNotificationsOperation: Operation = {
  id: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  inQuery: ['brand_id', 'unread', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const readAllNotificationsOperation: Operation = {
  id: 'readAllNotifications',
  method: 'POST',
  path: '/api/v1/notifications/read',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const updateNotificationOperation: Operation = {
  id: 'updateNotification',
  method: 'PUT',
  path: '/api/v1/notifications/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteNotificationOperation: Operation = {
  id: 'deleteNotification',
  method: 'DELETE',
  path: '/api/v1/notifications/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const getNotificationPreferencesOperation: Operation = {
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/api/v1/notification-preferences',
  inQuery: ['brand_id'],
  accept: 'application/json',
  enveloped: true,
};

const setNotificationPreferencesOperation: Operation = {
  id: 'setNotificationPreferences',
  method: 'PUT',
  path: '/api/v1/notification-preferences',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const confirmNotificationEmailOperation: Operation = {
  id: 'confirmNotificationEmail',
  method: 'POST',
  path: '/api/v1/notification-preferences/confirm',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Input of `listNotifications`. */
export type ListNotificationsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Only unread notifications */
  readonly unread?: 'true' | 'false' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Result of `listNotifications`. */
export type ListNotificationsResult = {
  readonly data: readonly schema.Notification[];
  readonly pagination: {
    readonly next_cursor: string | null;
    readonly has_more: boolean;
  };
  readonly unread_count: number;
};

/** Input of `readAllNotifications`. */
export type ReadAllNotificationsInput = {
  readonly brand_id: string;
};

/** Result of `readAllNotifications`. */
export type ReadAllNotificationsResult = {
  readonly unread_count: number;
};

/** Input of `updateNotification`. */
export type UpdateNotificationInput = {
  /** Id of the notification */
  readonly id: string;
  readonly read: boolean;
};

/** Input of `deleteNotification`. */
export type DeleteNotificationInput = {
  /** Id of the notification */
  readonly id: string;
};

/** Input of `getNotificationPreferences`. */
export type GetNotificationPreferencesInput = {
  /** Id of the brand */
  readonly brand_id: string;
};

/** Input of `setNotificationPreferences`. */
export type SetNotificationPreferencesInput = {
  readonly brand_id: string;
  readonly kinds?: {
    readonly new_order?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly payment_failed?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly subscription_changed?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly webhook_disabled?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly low_stock?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly campaign_sent?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly campaign_stopped?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly member_joined?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly brand_deletion?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly export_ready?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
    readonly changelog?: {
      readonly in_app: boolean;
      readonly email: boolean;
      readonly digest: boolean;
    } | undefined;
  } | undefined;
  readonly digest?: {
    readonly frequency?: 'off' | 'daily' | 'weekly' | undefined;
    readonly hour?: number | undefined;
    readonly weekday?: number | undefined;
  } | undefined;
  readonly email?: string | null | undefined;
};

/** Input of `confirmNotificationEmail`. */
export type ConfirmNotificationEmailInput = {
  readonly brand_id: string;
  readonly code: string;
};

export class NotificationsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the notifications of the caller in a brand, newest first
   *
   * Notifications are kept for 90 days. unread_count counts all of them, not only those on the page. The
   * first call of a caller begins the list.
   *
   * operationId: listNotifications
   */
  list(input: ListNotificationsInput, options?: RequestOptions): PagedCall<schema.Notification, ListNotificationsResult> {
    return this.#transport.list(listNotificationsOperation, input, options);
  }

  /**
   * Mark all notifications of the caller in a brand as read
   *
   * operationId: readAllNotifications
   */
  readAllNotifications(input: ReadAllNotificationsInput, options?: RequestOptions & KeyOptions): ApiCall<ReadAllNotificationsResult> {
    return this.#transport.call(readAllNotificationsOperation, input, options);
  }

  /**
   * Mark a notification of the caller as read or unread
   *
   * operationId: updateNotification
   */
  update(input: UpdateNotificationInput, options?: RequestOptions): ApiCall<schema.Notification> {
    return this.#transport.call(updateNotificationOperation, input, options);
  }

  /**
   * Delete a notification of the caller
   *
   * operationId: deleteNotification
   */
  delete(input: DeleteNotificationInput, options?: RequestOptions): ApiCall<void> {
    return this.#transport.call(deleteNotificationOperation, input, options);
  }

  /**
   * Get the preferences of the caller for notifications of a brand
   *
   * operationId: getNotificationPreferences
   */
  getPreferences(input: GetNotificationPreferencesInput, options?: RequestOptions): ApiCall<schema.NotificationPreferences> {
    return this.#transport.call(getNotificationPreferencesOperation, input, options);
  }

  /**
   * Change the preferences of the caller for notifications of a brand
   *
   * Omitted members stay. A new e-mail address receives a code of six digits, and nothing else until the
   * code confirms it. A code is sent once in ten minutes at most.
   *
   * operationId: setNotificationPreferences
   */
  setPreferences(input: SetNotificationPreferencesInput, options?: RequestOptions): ApiCall<schema.NotificationPreferences> {
    return this.#transport.call(setNotificationPreferencesOperation, input, options);
  }

  /**
   * Confirm the e-mail address for notifications with its code
   *
   * A code is valid for one hour and for five attempts.
   *
   * operationId: confirmNotificationEmail
   */
  confirmEmail(input: ConfirmNotificationEmailInput, options?: RequestOptions & KeyOptions): ApiCall<schema.NotificationPreferences> {
    return this.#transport.call(confirmNotificationEmailOperation, input, options);
  }
}
