import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Exchange } from './exchange.ts';

type Addressed = Pick<Exchange, 'event' | 'endpoint'>;

/**
 * The path before the declared path in the address that the client used: `/live` at the stage of an API, `/commerce` under
 * a custom domain, empty if the API has the whole domain. It comes from the request, so one deployment serves several
 * addresses and every reply leads back to the address in use.
 */
export const pathPrefix = ({ event, endpoint }: Addressed): string =>
  splitPath(event.requestContext?.path ?? '', endpoint.path).prefix;

/** The path of the request without {@link pathPrefix}: the same under every address. */
export const pathBelowPrefix = ({ event, endpoint }: Addressed): string =>
  splitPath(event.path, endpoint.path).below;

/** A path such as `/api/v1/orders/1` with the prefix that the client must use. */
export const publicPath = (exchange: Addressed, path: string): string => `${pathPrefix(exchange)}${path}`;

/** The base URL that the client used: `https://api.example.com/commerce`. Only a path if the host is unknown. */
export function baseUrl(exchange: Addressed): string {
  // From the gateway, not from a header: a client could forge a header and poison a shared cache.
  const host = exchange.event.requestContext?.domainName;
  const prefix = pathPrefix(exchange);
  if (!host) return prefix || '/';
  return `${isThisMachine(host) ? 'http' : 'https'}://${host}${prefix}`;
}

/** Only the local runtime serves without TLS. */
const isThisMachine = (host: string) => /^(127\.0\.0\.1|([\w-]+\.)*localhost)(:\d+)?$/.test(host);

/** Query parameters as the client sent them; a repeated parameter has several values. */
export function queryOf({ multiValueQueryStringParameters: query }: APIGatewayProxyEvent): URLSearchParams {
  const pairs = Object.entries(query ?? {}).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs);
}

/**
 * Splits a path where the declared path begins. API Gateway has matched the path, so the declared path is usually its end.
 * An encoded slash that was decoded on the way prevents that. Then the literal beginning of the declared path decides.
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

/** API Gateway ignores a trailing slash. */
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
