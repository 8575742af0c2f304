import { createHash } from 'node:crypto';
import type { TextType } from '#contract/endpoint.ts';

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Body that is not JSON; `headers` has its `Content-Type`. */
  readonly text?: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Versioned {
  /** Version of the resource, for its ETag. */
  readonly version?: number;
  /** Counts what changes beside the version, such as the figures of a contact's orders. */
  readonly facts_revision?: number;
}

/** The tag `"v7"`, or `"v7.f12"` of a resource that also changes beside its version. */
export const tagOf = (version: number, facts?: number): string =>
  facts === undefined ? `"v${version}"` : `"v${version}.f${facts}"`;

/** The tag of the version alone, which decides whether a change is allowed. */
export const versionTag = (tag: string): string => tag.replace(/\.f\d+"$/, '"');

const tagged = ({ version, facts_revision }: Versioned): Record<string, string> =>
  version === undefined ? {} : { ETag: tagOf(version, facts_revision) };

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

/** 202 for work that has no address. */
export const okAccepted = (data: unknown): Reply => ({ status: 202, body: { data }, headers: {} });

/** 302 to an address of another site. */
export const redirect = (address: string): Reply => ({ status: 302, headers: { Location: address } });

export const noContent = (): Reply => ({ status: 204, headers: {} });

/** 200 with a list and the paging metadata of the route. */
export const okList = (data: readonly unknown[], pagination?: Readonly<Record<string, unknown>>): Reply => ({
  status: 200,
  body: pagination ? { data, pagination } : { data },
  headers: {},
});

export const okPage = (data: readonly unknown[], nextCursor: string | null): Reply =>
  okList(data, { next_cursor: nextCursor, has_more: nextCursor !== null });

/** 200 with text, such as CSV. */
export const okText = (
  type: TextType,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status: 200,
  text,
  headers: {
    'Content-Type': `${type}; charset=utf-8`,
    ...headers,
  },
});

/** A reply that caches may keep for these seconds, with a tag that follows from its contents. */
export const publicFor = (seconds: number, reply: Reply): Reply => {
  const digest = createHash('sha256')
    .update(reply.text ?? JSON.stringify(reply.body))
    .digest();
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'Cache-Control': `public, max-age=${seconds}`,
      ETag: tagOf(digest.readUIntBE(0, 6)),
    },
  };
};

/** 200 with a body without the `{ data }` envelope (health, OpenAPI). */
export const okBare = (body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  body,
  headers,
});
