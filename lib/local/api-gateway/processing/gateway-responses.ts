import { headerValue } from '../server/headers.ts';
import {
  expressionValue,
  fillTemplate,
  type GatewayCall,
  type GatewayError,
  gatewayErrors,
} from './gateway-call.ts';

export interface ClientResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | string;
}

const standardTemplate = '{"message":$context.error.messageString}';

/** Builds the gateway response for an error: the API's own for the type, else its DEFAULT_4XX or DEFAULT_5XX. */
export function errorResponse(call: GatewayCall, error: GatewayError): ClientResponse {
  call.error = error;
  const { gatewayResponses } = call.api;
  const byClass = error.status >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX';
  const response = gatewayResponses.get(error.type) ?? gatewayResponses.get(byClass);
  const [contentType, template] = chooseTemplate(response?.templates ?? {}, call);
  const headers = mappedHeaders(response?.headers ?? {}, call);
  const status = gatewayResponses.get(error.type)?.statusCode ?? error.status;
  return {
    status,
    headers: [...withContentType(headers, contentType), ['x-amzn-ErrorType', gatewayErrors[error.type][2]]],
    body: fillTemplate(template, call, ''),
  };
}

type Headers = ClientResponse['headers'];

/** Evaluates header mappings: a quoted constant, context.… or method.request.header.…, by the name of the target. */
export function mappedHeaders(mappings: Readonly<Record<string, string>>, call: GatewayCall): Headers {
  return Object.entries(mappings).flatMap(([target, source]) => {
    const name = /^(?:gatewayresponse|method\.response)\.header\.(.+)$/.exec(target)?.[1];
    const value = /^'(.*)'$/s.exec(source)?.[1] ?? expressionValue(source, call);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}

/** Adds a content type, unless the headers have one. */
export const withContentType = (headers: Headers, contentType: string): Headers =>
  headers.some(([name]) => name.toLowerCase() === 'content-type')
    ? headers
    : [['Content-Type', contentType], ...headers];

/** Chooses the template for the type that the client accepts, else the JSON template. */
export function chooseTemplate(
  templates: Readonly<Record<string, string>>,
  call: GatewayCall,
): readonly [contentType: string, template: string] {
  const accepted = headerValue(call.headers, 'accept')?.split(',')[0]?.trim() ?? '';
  const wanted = templates[accepted];
  if (wanted !== undefined) return [accepted, wanted];
  const [first] = Object.entries(templates);
  const json = templates['application/json'];
  return json === undefined && first !== undefined ? first : ['application/json', json ?? standardTemplate];
}
