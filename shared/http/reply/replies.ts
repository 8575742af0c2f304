export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface Versioned {
  /** Version of the resource, for its ETag. */
  readonly version?: number;
}

export const tagOf = (version: number): string => `"v${version}"`;

const tagged = ({ version }: Versioned): Record<string, string> =>
  version === undefined ? {} : { ETag: tagOf(version) };

export const ok = (data: unknown, options: Versioned = {}): Reply => ({
  status: 200,
  body: { data },
  headers: tagged(options),
});

/** 201 with `{ data }` and the address of the new resource, if it has one. */
export const created = (data: unknown, location: string | undefined, options: Versioned = {}): Reply => ({
  status: 201,
  body: { data },
  headers: { ...(location === undefined ? {} : { Location: location }), ...tagged(options) },
});

export const accepted = (data: unknown, location: string): Reply => ({
  status: 202,
  body: { data },
  headers: { Location: location },
});

export const noContent = (): Reply => ({ status: 204, headers: {} });

/** 200 with a list and the paging metadata of the route. */
export const okList = (data: readonly unknown[], pagination?: Readonly<Record<string, unknown>>): Reply => ({
  status: 200,
  body: pagination ? { data, pagination } : { data },
  headers: {},
});

export const okPage = (data: readonly unknown[], nextCursor: string | null): Reply =>
  okList(data, { next_cursor: nextCursor, has_more: nextCursor !== null });

/** 200 with a body without the `{ data }` envelope (health, OpenAPI). */
export const okBare = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  body,
  headers,
});
