/** What the client has to know about an operation to send it. The generator writes one for each operation. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with parameters in braces. */
  readonly path: string;
  /** Members of the input that go into the path, the query and the headers. */
  readonly inPath?: readonly string[];
  readonly inQuery?: readonly string[];
  readonly inHeaders?: readonly string[];
  readonly body?: {
    readonly mediaType: string;
    /** `members`: all other members of the input. `member`: its member `body`, as JSON or unchanged. */
    readonly from: 'members' | 'member';
    readonly form: 'json' | 'unchanged';
  };
  /** Media type of the reply. An operation without a body in its reply accepts the JSON of errors. */
  readonly accept: string;
  /** The JSON of the reply is `{ data }`, and the call returns `data`. */
  readonly enveloped?: true;
  /** The operation supports `Idempotency-Key`. */
  readonly keyed?: true;
  readonly paging?: 'cursor' | 'offset';
  /** The reply is a redirect, and the call returns its address. */
  readonly redirects?: true;
}

export type Input = Readonly<Record<string, unknown>>;

/** True if a second execution has no further effect. */
export const isRepeatable = ({ method, keyed, body }: Operation): boolean =>
  method === 'GET' ||
  method === 'PUT' ||
  method === 'DELETE' ||
  keyed === true ||
  body?.mediaType === 'application/merge-patch+json';
