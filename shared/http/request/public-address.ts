import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Exchange } from './exchange.ts';

type Addressed = Pick<Exchange, 'event' | 'endpoint'>;

/**
 * What stands before the declared path in the address that the client used: `/live` at the stage of an API,
 * `/commerce` under a custom domain, empty where the API has the whole domain. It is read from the request alone, so
 * one deployment answers under several addresses and each answer leads back to the address that was used.
 */
export const pathPrefix = ({ event, endpoint }: Addressed): string =>
  splitPath(event.requestContext?.path ?? '', endpoint.path).prefix;

/** The path of the request below stage or base path: the same under every address. */
export const pathBelowPrefix = ({ event, endpoint }: Addressed): string =>
  splitPath(event.path, endpoint.path).below;

/** An address of ours such as `/api/v1/orders/1`, as the client has to ask for it. */
export const publicPath = (exchange: Addressed, path: string): string => `${pathPrefix(exchange)}${path}`;

/** The base url that the client used: `https://api.example.com/commerce`. A path alone where no host is known. */
export function baseUrl(exchange: Addressed): string {
  // Chosen by the gateway. A header could be chosen by the client, and the answer may be kept in a shared cache.
  const host = exchange.event.requestContext?.domainName;
  const prefix = pathPrefix(exchange);
  if (!host) return prefix || '/';
  return `${isThisMachine(host) ? 'http' : 'https'}://${host}${prefix}`;
}

/** API Gateway answers over TLS alone, the local runtime without it. */
const isThisMachine = (host: string) => /^(127\.0\.0\.1|([\w-]+\.)*localhost)(:\d+)?$/.test(host);

/** Query parameters as the client sent them; a parameter that came twice has several values. */
export function queryOf({ multiValueQueryStringParameters: query }: APIGatewayProxyEvent): URLSearchParams {
  const pairs = Object.entries(query ?? {}).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs);
}

/**
 * Splits a path where the declared one begins. API Gateway has matched the path already, so the declared one is its
 * end, segment for segment. Where it is not, as with an encoded slash that was decoded on the way, the literal
 * beginning of the declared path is looked for.
 */
function splitPath(path: string, declared: string): { readonly prefix: string; readonly below: string } {
  const segments = segmentsOf(path);
  const wanted = segmentsOf(declared);
  const firstParameter = wanted.findIndex(isParameter);
  const literals = firstParameter < 0 ? wanted : wanted.slice(0, firstParameter);
  const end = segments.length - wanted.length;
  const start =
    end >= 0 && matches(segments, end, wanted)
      ? end
      : segments.findIndex((_, index) => matches(segments, index, literals));
  const at = Math.max(start, 0);
  return { prefix: joined(segments.slice(0, at)), below: joined(segments.slice(at)) };
}

const matches = (segments: readonly string[], from: number, wanted: readonly string[]): boolean =>
  wanted.every((one, index) => {
    const segment = segments[from + index];
    return segment !== undefined && (isParameter(one) || decoded(segment) === one);
  });

const isParameter = (segment: string) => segment.startsWith('{');

/** A slash at the end makes no difference to API Gateway. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
}

const joined = (segments: readonly string[]) => segments.map((segment) => `/${segment}`).join('');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
