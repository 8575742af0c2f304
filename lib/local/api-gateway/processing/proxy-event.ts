import type { JsonObject, TemplateJson } from '../../cloudformation/json.ts';
import type { HeaderMap } from '../server/headers.ts';
import { type GatewayCall, requestContext } from './gateway-call.ts';

/** The event of a Lambda proxy integration, payload format 1.0. */
export function proxyEvent(call: GatewayCall, body: string | null): JsonObject {
  return { ...requestPart(call), requestContext: requestContext(call), body, isBase64Encoded: false };
}

export function authorizerEvent(call: GatewayCall, methodArn: string): JsonObject {
  return { type: 'REQUEST', methodArn, ...requestPart(call), requestContext: requestContext(call) };
}

function requestPart(call: GatewayCall): JsonObject {
  const { pathParameters } = call.route;
  return {
    resource: call.route.resourcePath,
    path: call.eventPath,
    httpMethod: call.httpMethod,
    headers: lastValues(call.headers),
    multiValueHeaders: Object.fromEntries(
      [...call.headers.values()].map(({ name, values }) => [name, values]),
    ),
    queryStringParameters: orNull(
      Object.fromEntries(
        [...call.query].map(([name, values]): [string, TemplateJson] => [name, values.at(-1) ?? '']),
      ),
    ),
    multiValueQueryStringParameters: orNull(Object.fromEntries(call.query)),
    pathParameters: orNull(pathParameters),
    stageVariables: null,
  };
}

function lastValues(headers: HeaderMap): JsonObject {
  return Object.fromEntries([...headers.values()].map(({ name, values }) => [name, values.at(-1) ?? '']));
}

/** API Gateway sends null for an empty object. */
function orNull(values: JsonObject): JsonObject | null {
  return Object.keys(values).length === 0 ? null : values;
}
