import type { Integration } from '../model/integration.ts';
import { statusOf } from '../model/status-template.ts';
import { headerValue } from '../server/headers.ts';
import { expressionValue, fillTemplate, type GatewayCall } from './gateway-call.ts';
import { GatewayError } from './gateway-error.ts';
import { type ClientResponse, chooseTemplate, mappedHeaders, withContentType } from './gateway-responses.ts';

type Mock = Integration & { readonly kind: 'mock' };

export function mockResponse(call: GatewayCall, mock: Mock): ClientResponse {
  const statusCode = statusFor(call, mock);
  const response =
    mock.responses.find(
      ({ SelectionPattern: pattern }) =>
        pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(String(statusCode)),
    ) ?? mock.responses.find(({ SelectionPattern }) => SelectionPattern === undefined);
  if (response === undefined) throw new GatewayError('API_CONFIGURATION_ERROR');
  const { StatusCode: status, ResponseParameters, ResponseTemplates } = response;
  const headers = mappedHeaders(ResponseParameters, call);
  const [contentType, template] =
    Object.keys(ResponseTemplates).length === 0
      ? ['application/json', '']
      : chooseTemplate(ResponseTemplates, call);
  // A response without content has no type.
  const typed = status === 204 ? headers : withContentType(headers, contentType);
  return { status, headers: typed, body: fillTemplate(template, call, '') };
}

/** Chooses the template by the request's media type; the default is JSON. */
function statusFor(call: GatewayCall, { statuses, refusesOtherTypes }: Mock): number {
  const [type = ''] = (headerValue(call.headers, 'content-type') ?? 'application/json').split(';');
  const template = statuses.get(type.trim().toLowerCase());
  if (template === undefined && refusesOtherTypes) throw new GatewayError('UNSUPPORTED_MEDIA_TYPE');
  const [first] = statuses.values();
  const chosen = template ?? first;
  return chosen === undefined ? 200 : statusOf(chosen, (name) => expressionValue(name, call));
}
