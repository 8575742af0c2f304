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
): { readonly route: RestRoute; readonly parameters: ReadonlyMap<string, string> } | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  for (const route of routes) {
    const pattern = route.path.split('/');
    if (route.method !== method || pattern.length !== parts.length) continue;
    const parameters = new Map<string, string>();
    const fits = pattern.every((part, index) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      const value = parts[index] ?? '';
      if (name === undefined) return part === value;
      parameters.set(name, decodeURIComponent(value));
      return value !== '';
    });
    if (fits) return { route, parameters };
  }
  return undefined;
}
