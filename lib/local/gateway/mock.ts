import { type Answer, chooseTemplate, parameterValue } from './answer.ts';
import { type Call, fillTemplate } from './call.ts';
import { GatewayError } from './gateway-error.ts';
import type { Integration } from './integration-model.ts';

/** Answers from the template alone, as API Gateway does for preflight requests. */
export function answerMock(call: Call, mock: Integration & { readonly kind: 'mock' }): Answer {
  const response =
    mock.responses.find(({ selectionPattern }) =>
      selectionPattern === undefined
        ? false
        : new RegExp(`^(?:${selectionPattern})$`).test(String(mock.statusCode)),
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
  // A response without content has no type to tell.
  const typed =
    named || response.statusCode === 204 ? headers : [['Content-Type', contentType] as const, ...headers];
  return { status: response.statusCode, headers: typed, body: fillTemplate(template, call, '') };
}
