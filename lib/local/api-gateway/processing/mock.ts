import type { Integration } from '../model/integration.ts';
import { statusOf } from '../model/status-template.ts';
import { headerValue } from '../server/headers.ts';
import { expressionValue, fillTemplate, type GatewayCall } from './gateway-call.ts';
import { GatewayError } from './gateway-error.ts';
import { type ClientResponse, chooseTemplate, parameterValue } from './gateway-responses.ts';

type Mock = Integration & { readonly kind: 'mock' };

export function mockResponse(call: GatewayCall, mock: Mock): ClientResponse {
  const statusCode = statusFor(call, mock);
  const response =
    mock.responses.find(({ selectionPattern }) =>
      selectionPattern === undefined
        ? false
        : new RegExp(`^(?:${selectionPattern})$`).test(String(statusCode)),
    ) ?? mock.responses.find(({ selectionPattern }) => selectionPattern === undefined);
  if (response === undefined) throw new GatewayError('API_CONFIGURATION_ERROR');
  const headers = Object.entries(response.parameters).flatMap(([target, source]) => {
    const name = /^method\.response\.header\.(.+)$/.exec(target)?.[1];
    const value = parameterValue(source, call);
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  const [contentType, template] =
    Object.keys(response.templates).length === 0
      ? ['application/json', '']
      : chooseTemplate(response.templates, call);
  const named = headers.some(([name]) => name.toLowerCase() === 'content-type');
  // A response without content has no type.
  const typed =
    named || response.statusCode === 204 ? headers : [['Content-Type', contentType] as const, ...headers];
  return { status: response.statusCode, headers: typed, body: fillTemplate(template, call, '') };
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
