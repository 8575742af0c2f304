import { exposedHeaders, securityHeaders } from '#contract/headers.ts';

/** Headers of every answer that API Gateway makes by itself, as plain text. */
export const gatewayHeaders = (corsOrigin: string): Record<string, string> => ({
  ...securityHeaders,
  'Access-Control-Allow-Origin': corsOrigin,
  ...(corsOrigin !== '*' && { Vary: 'Origin' }),
});

/** The same for errors, whose headers a browser's script wants to read. */
export const gatewayErrorHeaders = (corsOrigin: string): Record<string, string> => ({
  ...gatewayHeaders(corsOrigin),
  'Access-Control-Expose-Headers': exposedHeaders.join(', '),
});

/** API Gateway's spelling: a constant stands in single quotes, whatever is inside; a variable stands bare. */
export function headerMappings(headers: { readonly [name: string]: string }): Record<string, string> {
  const constants = Object.entries(headers).map(([name, value]) => [name, `'${value}'`]);
  return { ...Object.fromEntries(constants), 'X-Request-Id': 'context.requestId' };
}
