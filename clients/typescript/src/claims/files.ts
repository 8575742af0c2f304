// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { AcceptOptions, KeyOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listFilesOperation: Operation = {
  id: 'listFiles',
  method: 'GET',
  path: '/api/files',
  inQuery: ['state', 'received_from', 'received_to', 'format', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createFileOperation: Operation = {
  id: 'createFile',
  method: 'POST',
  path: '/api/files',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getFileOperation: Operation = {
  id: 'getFile',
  method: 'GET',
  path: '/api/files/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

/** Input of `listFiles`. */
export type ListFilesInput = {
  /** Files in this state */
  readonly state?: 'expected' | 'received' | 'processing' | 'applied' | 'partly_applied' | 'quarantined' | 'duplicate' | undefined;
  /** Files received at this time or later */
  readonly received_from?: string | undefined;
  /** Files received at this time or earlier */
  readonly received_to?: string | undefined;
  /** Media type of the list, instead of `Accept` */
  readonly format?: 'json' | 'csv' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createFile`. */
export type CreateFileInput = {
  readonly name: string;
};

/** Result of `createFile`. */
export type CreateFileResult = {
  readonly id: string;
  readonly name: string;
  readonly origin: 'inbox' | 'api';
  /** Key of the object in the inbox */
  readonly object_key?: string | undefined;
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly state: 'expected' | 'received' | 'processing' | 'applied' | 'partly_applied' | 'quarantined' | 'duplicate';
  readonly received_at: string;
  readonly updated_at: string;
  readonly finished_at?: string | undefined;
  readonly kinds: readonly ('835' | '999' | '837P' | '277CA' | 'TA1')[];
  readonly counts: {
    readonly interchanges: number;
    readonly groups: number;
    readonly sets: number;
    readonly refused_sets: number;
    readonly claims: number;
    readonly drafts: number;
    readonly duplicates: number;
    readonly charge: number;
    /** Results of responses in the file that match a claim */
    readonly matched: number;
    /** Results of responses in the file without a claim */
    readonly unmatched: number;
  };
  readonly progress: {
    /** Bytes whose content is applied */
    readonly bytes: number;
    readonly percent: number;
    /** Applied units by kind */
    readonly units: { readonly [name: string]: number };
  };
  readonly finding_counts: {
    readonly fatal: number;
    readonly error: number;
    readonly warning: number;
    readonly information: number;
  };
  /** Why the file, or a part of it, could not be processed */
  readonly reasons: readonly {
    /** Id of an edit (V007) or a code such as not_x12 */
    readonly code: string;
    readonly message: string;
    readonly interchange?: string | undefined;
    readonly group?: string | undefined;
    readonly transaction?: string | undefined;
    readonly segment?: string | undefined;
    readonly segment_index?: number | undefined;
    readonly byte_offset?: number | undefined;
  }[];
  /** Keys of its 999 and of the 277CA for its claims */
  readonly outbound_keys: readonly string[];
  readonly archive_key?: string | undefined;
  readonly quarantine_key?: string | undefined;
  readonly duplicate_of?: string | undefined;
  readonly upload: schema.Upload;
};

/** Input of `getFile`. */
export type GetFileInput = {
  /** Id of the file */
  readonly id: string;
};

export class FilesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List files, newest first
   *
   * operationId: listFiles
   */
  list(input: ListFilesInput, options: RequestOptions & AcceptOptions<'text/csv'>): ApiCall<string>;
  /**
   * List files, newest first
   *
   * operationId: listFiles
   */
  list(input?: ListFilesInput, options?: RequestOptions): PagedCall<schema.File, CursorPage<schema.File>>;
  list(input?: ListFilesInput, options?: RequestOptions): PagedCall<never, never> {
    return this.#transport.list(listFilesOperation, input ?? {}, options);
  }

  /**
   * Create an upload link for a file
   *
   * Creates a file in state `expected` and a link that accepts it with PUT for 15 minutes. The file type
   * is detected from its content.
   *
   * operationId: createFile
   */
  create(input: CreateFileInput, options?: RequestOptions & KeyOptions): ApiCall<CreateFileResult> {
    return this.#transport.call(createFileOperation, input, options);
  }

  /**
   * Get a file with its progress and findings
   *
   * operationId: getFile
   */
  get(input: GetFileInput, options?: RequestOptions): ApiCall<schema.FileDetail> {
    return this.#transport.call(getFileOperation, input, options);
  }
}
