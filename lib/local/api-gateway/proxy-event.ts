import type { Json, JsonObject } from '../templates/json.ts';
import { type Call, requestContext } from './call.ts';
import type { Headers } from './headers.ts';

/** The event of a Lambda proxy integration, payload format 1.0. */
export function proxyEvent(call: Call, body: string | null, isBase64Encoded: boolean): JsonObject {
  return { ...requestPart(call), requestContext: requestContext(call), body, isBase64Encoded };
}

/** The event of a REQUEST authorizer. */
export function authorizerEvent(call: Call, methodArn: string): JsonObject {
  return { type: 'REQUEST', methodArn, ...requestPart(call), requestContext: requestContext(call) };
}

function requestPart(call: Call): JsonObject {
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
        [...call.query].map(([name, values]): [string, Json] => [name, values.at(-1) ?? '']),
      ),
    ),
    multiValueQueryStringParameters: orNull(Object.fromEntries(call.query)),
    pathParameters: orNull(pathParameters),
    stageVariables: call.api.stage.variables ?? null,
  };
}

function lastValues(headers: Headers): JsonObject {
  return Object.fromEntries([...headers.values()].map(({ name, values }) => [name, values.at(-1) ?? '']));
}

/** API Gateway says null where there is nothing. */
function orNull(values: JsonObject): JsonObject | null {
  return Object.keys(values).length === 0 ? null : values;
}
