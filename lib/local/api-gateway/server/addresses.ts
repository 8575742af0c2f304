import type { CustomDomain, RestApi } from '../model/api.ts';

export interface RequestTarget {
  /** One API, or all APIs at the address that they share on this machine. */
  readonly apis: readonly RestApi[];
  /** Below stage or base path, for finding the route. */
  readonly path: string;
  /** `path` of an event: with the base path of a custom domain, without a stage. */
  readonly eventPath: string;
  /** `requestContext.path`: the path as the client sent it, stage or base path included. */
  readonly contextPath: string;
}

export interface ApiDirectory {
  readonly apis: readonly RestApi[];
  readonly domains: readonly CustomDomain[];
}

/**
 * Finds the APIs behind a host name and path, as API Gateway does: `<api id>.execute-api.…` with the stage as the
 * first part of the path, or a custom domain with a base path. Any other host name is the address that all APIs share
 * on this machine. Returns undefined where API Gateway responds with 403: no such API, stage or base path.
 */
export function requestTargetOf(
  host: string,
  path: string,
  directory: ApiDirectory,
): RequestTarget | undefined {
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const executeApi = /^([a-z0-9]+)\.execute-api\./.exec(name);
  if (executeApi) return atStage(executeApi[1] ?? '', path, directory.apis);
  const domain = directory.domains.find(({ hostName }) => hostName === name);
  if (domain) return atBasePath(domain, path, directory.apis);
  return { apis: directory.apis, path, eventPath: path, contextPath: path };
}

/**
 * Returns the addresses of each API by stack name: the address of its stage, then those under custom domains. Names in
 * `.localhost` are this machine (RFC 6761); a client that does not resolve them sends the name as `Host`.
 */
export function addressesOf(
  apis: readonly RestApi[],
  domains: readonly CustomDomain[],
  port: string,
): Readonly<Record<string, readonly string[]>> {
  const ofApi = ({ id, region, stage, executeApiEndpoint }: RestApi) => [
    ...(executeApiEndpoint ? [`http://${id}.execute-api.${region}.localhost:${port}/${stage.name}`] : []),
    ...domains.flatMap(({ hostName, mappings }) =>
      mappings
        .filter((mapping) => mapping.apiId === id)
        .map(({ basePath }) => `http://${hostName}:${port}${basePath === '' ? '' : `/${basePath}`}`),
    ),
  ];
  return Object.fromEntries(apis.map((api) => [api.stackName, ofApi(api)]));
}

function atStage(id: string, path: string, apis: readonly RestApi[]): RequestTarget | undefined {
  const api = apis.find((one) => one.id === id && one.executeApiEndpoint);
  const below = api && pathBelow(path, api.stage.name);
  if (api === undefined || below === undefined) return undefined;
  return { apis: [api], path: below, eventPath: below, contextPath: path };
}

function atBasePath(
  { mappings }: CustomDomain,
  path: string,
  apis: readonly RestApi[],
): RequestTarget | undefined {
  const longestFirst = mappings.toSorted((a, b) => b.basePath.length - a.basePath.length);
  for (const { basePath, apiId, stage } of longestFirst) {
    const below = basePath === '' ? path : pathBelow(path, basePath);
    const api = apis.find((one) => one.id === apiId && one.stage.name === stage);
    if (below !== undefined && api) return { apis: [api], path: below, eventPath: path, contextPath: path };
  }
  return undefined;
}

/** `/live/api/v1` below `live` is `/api/v1`. */
function pathBelow(path: string, prefix: string): string | undefined {
  if (path === `/${prefix}`) return '/';
  return path.startsWith(`/${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
}
