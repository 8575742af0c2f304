import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { expiringCache } from './expiring-cache.ts';
import { type Callers, identify, secretHash } from './identify.ts';
import { encodePrincipal, type Principal } from './principal.ts';

/** What of a request names the tenant that it is about; its body is not shown to an authorizer. */
export interface RequestTenant {
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
}

interface AuthorizerOptions {
  /** The value of the gateway key that the usage plan meters the request by. */
  gatewayKeyOf(principal: Principal, named: RequestTenant): Promise<string> | string;
  /** Seconds for which a key found once is trusted. */
  readonly cacheSeconds: number;
}

/** A REQUEST authorizer of API Gateway: names the caller and the key that the usage plan meters. */
export function requestAuthorizer(callers: Callers, { gatewayKeyOf, cacheSeconds }: AuthorizerOptions) {
  const authorization = async (
    credential: { readonly apiKey?: string; readonly authorization?: string | undefined },
    named: RequestTenant,
  ) => {
    const principal = await identify(callers, { apiKey: undefined, authorization: undefined, ...credential });
    if (!principal) return undefined;
    return {
      principalId: principal.subject,
      principal: encodePrincipal(principal),
      gatewayKey: await gatewayKeyOf(principal, named),
    };
  };
  const knownKeys = expiringCache<Awaited<ReturnType<typeof authorization>>>(cacheSeconds);

  return async (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const header = (name: string) =>
      Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
    const apiKey = header('x-api-key');
    const named = { parameters: event.pathParameters ?? {}, query: event.queryStringParameters ?? {} };
    // Only keys are remembered, because a key is metered alike whatever it calls. A bearer's memberships change while
    // it works, for example by creating a brand.
    const found = apiKey
      ? await knownKeys(secretHash(apiKey), () => authorization({ apiKey }, named))
      : await authorization({ authorization: header('authorization') }, named);
    // API Gateway turns exactly this message into its UNAUTHORIZED answer, 401.
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

/** Roles are checked by the functions; the policy only says that the caller is known. */
const wholeApi = (methodArn: string) => methodArn.split('/').slice(0, 2).concat('*').join('/');
