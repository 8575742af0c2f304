import { type EndpointDeclaration, refusedWhileClosing } from '../endpoint.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';
import { errorContent, headersOfStatus, identified, limited } from './response-parts.ts';
import type { OpenApiObject } from './schema.ts';

/** Error responses of several operations, by name. The operations refer to them. */
export type SharedFailures = ReadonlyMap<string, OpenApiObject>;

/** The error responses that at least two of the endpoints have. */
export function sharedFailures(endpoints: readonly EndpointDeclaration[]): SharedFailures {
  const all = endpoints.flatMap(failuresOf);
  const uses = Map.groupBy(all, ({ name }) => name);
  return new Map(
    all.filter(({ name }) => (uses.get(name)?.length ?? 0) > 1).map(({ name, response }) => [name, response]),
  );
}

interface Failure {
  readonly status: number;
  /** Equal names stand for equal responses. */
  readonly name: string;
  readonly response: OpenApiObject;
}

/** Error responses of an endpoint, one for each status. */
export function failuresOf(endpoint: EndpointDeclaration): readonly Failure[] {
  const byStatus = Map.groupBy(errorCodes(endpoint), (code) => errorCatalog[code].status);
  return [...byStatus].map(([status, own]) => {
    const codes = status === 503 ? [...own, 'unavailable' as const] : own;
    const [code = 'internal'] = codes;
    const place = placeOf(endpoint);
    const hasPlace = code === 'validation_failed';
    const name = [...codes, ...(hasPlace ? [`in_${place}`] : []), ...(endpoint.limiter ? ['limited'] : [])];
    return {
      status,
      name: pascalCase(name.join('_')),
      response: {
        description: codes.map((one) => `\`${one}\`: ${errorCatalog[one].message}`).join('. '),
        headers: { ...identified, ...(endpoint.limiter && limited), ...headersOfStatus[status] },
        content: errorContent(
          code,
          errorCatalog[code].message,
          hasPlace ? [{ path: [place, 'id'], message: 'Invalid GUID', code: 'invalid_format' }] : undefined,
        ),
      },
    };
  });
}

const placeOf = ({ body, query }: EndpointDeclaration) => (body ? 'body' : query ? 'query' : 'path');

const pascalCase = (name: string) =>
  name.replace(/(^|_)([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());

/** Codes of every error response of an endpoint, for programs that generate clients. */
export const documentedErrorCodes = (endpoint: EndpointDeclaration): readonly string[] => [
  ...errorCodes(endpoint),
  ...codesOfEveryEndpoint,
];

/** Those of {@link sharedResponses}. */
const codesOfEveryEndpoint = ['method_not_allowed', 'bad_request', 'unavailable', 'timed_out'];

/** The endpoint's errors, including those that follow from access, limiter and input. */
function errorCodes(endpoint: EndpointDeclaration): ErrorCode[] {
  const codes: (ErrorCode | false | undefined)[] = [
    Boolean(endpoint.body || endpoint.query || endpoint.parameters || endpoint.versioned) &&
      'validation_failed',
    Boolean(endpoint.body) && 'body_required',
    endpoint.idempotent && 'invalid_idempotency_key',
    ...(endpoint.errors ?? []),
    endpoint.access.kind !== 'public' && 'unauthorized',
    endpoint.access.kind !== 'public' && 'forbidden',
    endpoint.access.kind === 'brand' && 'no_brand_held',
    endpoint.access.kind === 'brand' && 'brand_not_held',
    refusedWhileClosing(endpoint) && 'brand_closing',
    endpoint.access.kind === 'claims' && 'no_claims_role',
    'not_acceptable',
    endpoint.idempotent && 'idempotency_in_flight',
    endpoint.versioned && 'precondition_failed',
    Boolean(endpoint.body) && 'payload_too_large',
    Boolean(endpoint.body) && 'unsupported_media_type',
    endpoint.idempotent && 'idempotency_mismatch',
    (endpoint.limiter !== undefined || endpoint.access.kind !== 'public') && 'rate_limited',
    'internal',
  ];
  return [...new Set(codes.filter((code): code is ErrorCode => Boolean(code)))];
}
