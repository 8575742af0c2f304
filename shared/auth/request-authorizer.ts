import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { type Callers, identify, secretHash } from './identify.ts';
import { encodePrincipal, type Principal } from './principal.ts';

/** The parts of a request that can name its tenant. The body is not visible to an authorizer. */
export interface RequestTenant {
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

interface AuthorizerOptions {
  /** The value of the gateway key that meters the request. */
  gatewayKeyOf(principal: Principal, tenant: RequestTenant): Promise<string> | string;
  /** Seconds for which a key is cached. */
  readonly cacheSeconds: number;
  /** The clock of the cache; by default that of the machine. */
  now?(): Date;
}

/** A REQUEST authorizer of API Gateway. It returns the principal and the gateway key that meters the request. */
export function requestAuthorizer(
  callers: Callers,
  { gatewayKeyOf, cacheSeconds, now = () => new Date() }: AuthorizerOptions,
) {
  const authorization = async (
    credential: { readonly apiKey?: string; readonly authorization?: string | undefined },
    tenant: RequestTenant,
  ) => {
    const principal = await identify(callers, { apiKey: undefined, authorization: undefined, ...credential });
    if (!principal) return undefined;
    return {
      principalId: principal.subject,
      principal: encodePrincipal(principal),
      gatewayKey: await gatewayKeyOf(principal, tenant),
    };
  };
  const knownKeys = expiringCache<Awaited<ReturnType<typeof authorization>>>(cacheSeconds, now);

  return async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const header = (name: string) =>
      Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
    const apiKey = header('x-api-key');
    const tenant = { parameters: event.pathParameters ?? {}, query: event.queryStringParameters ?? {} };
    // Only keys are cached, because the same gateway key meters all requests of a key. The memberships of a person
    // change, for example by creating a brand.
    const found = apiKey
      ? await knownKeys(secretHash(apiKey), () => authorization({ apiKey }, tenant))
      : await authorization({ authorization: header('authorization') }, tenant);
    // API Gateway turns exactly this message into 401.
    if (!found) throw new Error('Unauthorized');
    return {
      principalId: found.principalId,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: wholeApi(event.methodArn) }],
      },
      context: { principal: found.principal },
      usageIdentifierKey: found.gatewayKey,
    };
  };
}

/** The policy admits every known caller, because the functions check roles. */
const wholeApi = (methodArn: string) => methodArn.split('/').slice(0, 2).concat('*').join('/');

/** Maximum entries; the oldest is evicted first. */
const maxEntries = 1000;

/** Caches results of `load` for some seconds, but no failure and no missing value, so a new credential works at once. */
function expiringCache<Value>(seconds: number, clock: () => Date) {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return async (key: string, load: () => Promise<Value>): Promise<Value> => {
    const now = clock().getTime();
    const entry = entries.get(key);
    if (entry && entry.until > now) return entry.value;
    entries.delete(key);
    const value = await load();
    if (value !== undefined && seconds > 0) {
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, { value, until: now + seconds * 1000 });
    }
    return value;
  };
}

/**
 * The brand whose usage plan meters a request:
 *
 * - an API key: its own brand, because the result is cached and a query must not change the plan of a key;
 * - a person with one brand: that brand;
 * - a person with several brands: the one in path or query. The body is not visible to an authorizer.
 *
 * Undefined otherwise, because no brand pays for requests of another, and for operators who name a brand of others.
 */
export function meteredBrand(
  { brands, credential, operator }: Principal,
  { parameters, query }: RequestTenant,
): string | undefined {
  const held = Object.keys(brands);
  const requested = (parameters['brand_id'] ?? query['brand_id'])?.toLowerCase();
  const only = held.length === 1 ? held[0] : undefined;
  if (credential === 'api_key' || requested === undefined) return only;
  return held.find((id) => id === requested) ?? (operator ? undefined : only);
}
