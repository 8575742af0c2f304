// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listChangelogOperation: Operation = {
  id: 'listChangelog',
  method: 'GET',
  path: '/api/v1/changelog',
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const changelogFeedOperation: Operation = {
  id: 'changelogFeed',
  method: 'GET',
  path: '/api/v1/changelog.atom',
  accept: 'application/atom+xml',
};

const getChangelogMarkerOperation: Operation = {
  id: 'getChangelogMarker',
  method: 'GET',
  path: '/api/v1/changelog/marker',
  accept: 'application/json',
  enveloped: true,
};

const setChangelogMarkerOperation: Operation = {
  id: 'setChangelogMarker',
  method: 'PUT',
  path: '/api/v1/changelog/marker',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listChangelog`. */
export type ListChangelogInput = {
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `setChangelogMarker`. */
export type SetChangelogMarkerInput = {
  readonly last_read_id: string;
};

export class ChangelogOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List what has changed in the service, newest first
   *
   * Public. Caches may keep it for five minutes.
   *
   * operationId: listChangelog
   */
  list(input: ListChangelogInput, options: RequestOptions & ChangeOptions): ApiCall<CursorPage<schema.ChangelogEntry> | undefined>;
  /**
   * List what has changed in the service, newest first
   *
   * Public. Caches may keep it for five minutes.
   *
   * operationId: listChangelog
   */
  list(input?: ListChangelogInput, options?: RequestOptions): PagedCall<schema.ChangelogEntry, CursorPage<schema.ChangelogEntry>>;
  list(input?: ListChangelogInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listChangelogOperation, input ?? {}, options);
  }

  /**
   * Get the latest 50 entries of the changelog as an Atom feed
   *
   * Public (RFC 4287). Caches may keep it for five minutes.
   *
   * operationId: changelogFeed
   */
  changelogFeed(options: RequestOptions & ChangeOptions): ApiCall<string | undefined>;
  /**
   * Get the latest 50 entries of the changelog as an Atom feed
   *
   * Public (RFC 4287). Caches may keep it for five minutes.
   *
   * operationId: changelogFeed
   */
  changelogFeed(options?: RequestOptions): ApiCall<string>;
  changelogFeed(options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(changelogFeedOperation, {}, options);
  }

  /**
   * Get how many entries of the changelog the caller has not read
   *
   * operationId: getChangelogMarker
   */
  getMarker(options?: RequestOptions): ApiCall<schema.ChangelogMarker> {
    return this.#transport.call(getChangelogMarkerOperation, {}, options);
  }

  /**
   * Mark the changelog as read up to an entry
   *
   * The marker never moves back to an older entry.
   *
   * operationId: setChangelogMarker
   */
  setMarker(input: SetChangelogMarkerInput, options?: RequestOptions): ApiCall<schema.ChangelogMarker> {
    return this.#transport.call(setChangelogMarkerOperation, input, options);
  }
}
