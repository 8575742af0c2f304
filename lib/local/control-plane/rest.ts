import type { IncomingHttpHeaders } from 'node:http';

export interface RestRequest {
  readonly body: unknown;
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** Returns the value of a {name} in the route's path, decoded. */
  readonly parameter: (name: string) => string;
}

export interface RestResult {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

export type RestHandler = (request: RestRequest) => RestResult | Promise<RestResult>;

export interface RestRoute {
  readonly method: string;
  /** With {name} for variable parts. */
  readonly path: string;
  readonly handle: RestHandler;
}

export function matchRoute(
  routes: readonly RestRoute[],
  method: string,
  path: string,
): { readonly route: RestRoute; readonly parameters: Readonly<Record<string, string>> } | undefined {
  for (const route of routes) {
    const pattern = route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = route.method === method ? new RegExp(`^${pattern}/?$`).exec(path) : null;
    if (found !== null) return { route, parameters: found.groups ?? {} };
  }
  return undefined;
}
