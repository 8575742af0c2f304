import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { bearerVerifier } from '#auth/bearer-token.ts';
import { expiringCache } from '#auth/expiring-cache.ts';
import { identify, secretHash } from '#auth/identify.ts';
import { encodePrincipal } from '#auth/principal.ts';
import { authorizerEnvironment } from '#contract/environment.ts';
import { findApiKey, findGatewayKey, findMemberships } from '#store/credentials.ts';
import { openTable } from '#store/table.ts';

const environment = authorizerEnvironment.parse(process.env);
const table = openTable(environment.COMMERCE_TABLE);
const source = {
  findApiKey: (hash: string) => findApiKey(table, hash),
  findMemberships: (subject: string) => findMemberships(table, subject),
  verifyBearer: environment.TOKEN_ISSUER
    ? bearerVerifier(environment.TOKEN_ISSUER, environment.TOKEN_AUDIENCE)
    : undefined,
};
const knownKeys = expiringCache<Awaited<ReturnType<typeof authorization>>>(
  environment.CREDENTIAL_CACHE_SECONDS,
);

/** REQUEST authorizer of both APIs: names the caller and the key that the usage plan meters. */
export async function handler(event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const header = (name: string) =>
    Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  const apiKey = header('x-api-key');
  const bearer = header('authorization');
  // Only keys are remembered: a bearer's memberships change while it works, e.g. by creating a brand.
  const found = apiKey
    ? await knownKeys(secretHash(apiKey), () => authorization(apiKey, undefined))
    : await authorization(undefined, bearer);
  // API Gateway turns exactly this message into its UNAUTHORIZED answer, 401.
  if (!found) throw new Error('Unauthorized');
  return {
    principalId: found.principalId,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: wholeApi(event.methodArn) }],
    },
    context: { principal: found.principal },
    ...(found.gatewayKey ? { usageIdentifierKey: found.gatewayKey } : {}),
  };
}

async function authorization(apiKey: string | undefined, bearer: string | undefined) {
  const principal = await identify(source, { apiKey, authorization: bearer });
  if (!principal) return undefined;
  return {
    principalId: principal.subject,
    principal: encodePrincipal(principal),
    gatewayKey: await findGatewayKey(table, Object.keys(principal.brands)),
  };
}

/** Roles are checked by the functions; the policy only says that the caller is known. */
const wholeApi = (methodArn: string) => methodArn.split('/').slice(0, 2).concat('*').join('/');
