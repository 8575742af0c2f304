// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listSegmentsOperation: Operation = {
  id: 'listSegments',
  method: 'GET',
  path: '/api/v1/segments',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createSegmentOperation: Operation = {
  id: 'createSegment',
  method: 'POST',
  path: '/api/v1/segments',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const previewSegmentOperation: Operation = {
  id: 'previewSegment',
  method: 'POST',
  path: '/api/v1/segments/preview',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getSegmentOperation: Operation = {
  id: 'getSegment',
  method: 'GET',
  path: '/api/v1/segments/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateSegmentOperation: Operation = {
  id: 'updateSegment',
  method: 'PUT',
  path: '/api/v1/segments/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteSegmentOperation: Operation = {
  id: 'deleteSegment',
  method: 'DELETE',
  path: '/api/v1/segments/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const listSegmentContactsOperation: Operation = {
  id: 'listSegmentContacts',
  method: 'GET',
  path: '/api/v1/segments/{id}/contacts',
  inPath: ['id'],
  inQuery: ['limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

/** Input of `listSegments`. */
export type ListSegmentsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createSegment`. */
export type CreateSegmentInput = {
  readonly brand_id: string;
  readonly name: string;
  readonly filter: schema.SegmentFilter;
};

/** Input of `previewSegment`. */
export type PreviewSegmentInput = {
  readonly brand_id: string;
  readonly filter: schema.SegmentFilter;
  readonly cursor?: string | undefined;
};

/** Result of `previewSegment`. */
export type PreviewSegmentResult = {
  readonly examined: number;
  readonly matched: number;
  readonly reachable: {
    readonly email: number;
    readonly sms: number;
  };
  readonly sample: readonly schema.Contact[];
  readonly next_cursor: string | null;
};

/** Input of `getSegment`. */
export type GetSegmentInput = {
  /** Id of the segment */
  readonly id: string;
};

/** Input of `updateSegment`. */
export type UpdateSegmentInput = {
  /** Id of the segment */
  readonly id: string;
  readonly name: string;
  readonly filter: schema.SegmentFilter;
};

/** Input of `deleteSegment`. */
export type DeleteSegmentInput = {
  /** Id of the segment */
  readonly id: string;
};

/** Input of `listSegmentContacts`. */
export type ListSegmentContactsInput = {
  /** Id of the segment */
  readonly id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

export class SegmentsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the segments of a brand, oldest first
   *
   * operationId: listSegments
   */
  list(input: ListSegmentsInput, options?: RequestOptions): PagedCall<schema.Segment, CursorPage<schema.Segment>> {
    return this.#transport.list(listSegmentsOperation, input, options);
  }

  /**
   * Create a segment: a saved filter of contacts
   *
   * A filter is a condition such as {"match":"total_spent","at_least":100}, or a group: all, any or not,
   * up to three levels deep and 50 conditions in all. A segment holds no contacts: lists, counts and
   * campaigns evaluate the same filter.
   *
   * operationId: createSegment
   */
  create(input: CreateSegmentInput, options?: RequestOptions & KeyOptions): ApiCall<schema.Segment> {
    return this.#transport.call(createSegmentOperation, input, options);
  }

  /**
   * Count the contacts that a filter selects
   *
   * A request examines at most 10,000 contacts. With a next_cursor, send it as cursor with the same
   * filter and add the counts.
   *
   * operationId: previewSegment
   */
  preview(input: PreviewSegmentInput, options?: RequestOptions & KeyOptions): ApiCall<PreviewSegmentResult> {
    return this.#transport.call(previewSegmentOperation, input, options);
  }

  /**
   * Get a segment
   *
   * operationId: getSegment
   */
  get(input: GetSegmentInput, options: RequestOptions & ChangeOptions): ApiCall<schema.Segment | undefined>;
  /**
   * Get a segment
   *
   * operationId: getSegment
   */
  get(input: GetSegmentInput, options?: RequestOptions): ApiCall<schema.Segment>;
  get(input: GetSegmentInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getSegmentOperation, input, options);
  }

  /**
   * Replace the name and filter of a segment
   *
   * A campaign that is being sent keeps the filter that it began with.
   *
   * operationId: updateSegment
   */
  update(input: UpdateSegmentInput, options?: RequestOptions & MatchOptions): ApiCall<schema.Segment> {
    return this.#transport.call(updateSegmentOperation, input, options);
  }

  /**
   * Delete a segment; its contacts stay
   *
   * operationId: deleteSegment
   */
  delete(input: DeleteSegmentInput, options?: RequestOptions & MatchOptions): ApiCall<void> {
    return this.#transport.call(deleteSegmentOperation, input, options);
  }

  /**
   * List the contacts of a segment, newest first
   *
   * A page can hold fewer contacts than limit, or none, while has_more is true, because a request
   * examines at most 1,000 contacts.
   *
   * operationId: listSegmentContacts
   */
  listContacts(input: ListSegmentContactsInput, options?: RequestOptions): PagedCall<schema.Contact, CursorPage<schema.Contact>> {
    return this.#transport.list(listSegmentContactsOperation, input, options);
  }
}
