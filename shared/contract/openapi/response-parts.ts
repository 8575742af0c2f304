import type { OpenApiObject } from './schema.ts';

const requestId = '6f1c2a5e-8f0b-4a53-9c0e-0d8a4c1b7e21';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });

export const responseHeaders = {
  RequestId: {
    description: 'Id of this request, also in its log lines',
    required: true,
    schema: text,
    example: requestId,
  },
  RateLimit: header('Remaining requests, and seconds until the limit resets', text, '"checkout";r=19;t=42'),
  RateLimitPolicy: header('The limit and its window in seconds', text, '"checkout";q=20;w=60'),
  RateLimitLimit: header('Maximum requests in the window', whole, 20),
  RateLimitRemaining: header('Remaining requests in the window', whole, 19),
  RateLimitReset: header('End of the window, epoch seconds', whole, 1_764_072_060),
  EntityTag: header(
    'Version of the resource, for If-Match and If-None-Match',
    { type: 'string', pattern: '^"v[0-9]+(\\.f[0-9]+)?"$' },
    '"v3"',
  ),
  Link: header(
    'The next page, as `rel="next"`; absent on the last page',
    text,
    '</api/v1/orders?cursor=eyJ2IjoxfQ>; rel="next"',
  ),
  Location: header(
    'Address of the new resource or of the outcome, if it has one',
    { type: 'string', format: 'uri-reference' },
    '/api/v1/orders/01998c4e-3f1b-7c52-9d0a-6a7b8c9d0e1f',
  ),
  Replayed: header(
    'Present if this is the response to an earlier request with the same key',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  RetryAfter: header('Seconds after which the request may succeed', { type: 'integer', minimum: 1 }, 2),
  Allow: header('Methods of the path', text, 'GET, HEAD, POST, OPTIONS'),
  AcceptPost: header('Media type that the operation accepts', text, 'application/json'),
  Challenge: header('How to authenticate', text, 'Bearer realm="granary"'),
};

export const reference = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` });

export const identified = { 'X-Request-Id': reference('RequestId') };

export const limited = {
  RateLimit: reference('RateLimit'),
  'RateLimit-Policy': reference('RateLimitPolicy'),
  'X-RateLimit-Limit': reference('RateLimitLimit'),
  'X-RateLimit-Remaining': reference('RateLimitRemaining'),
  'X-RateLimit-Reset': reference('RateLimitReset'),
};

export const headersOfStatus: Readonly<Record<number, OpenApiObject>> = {
  401: { 'WWW-Authenticate': reference('Challenge') },
  405: { Allow: reference('Allow') },
  409: { 'Retry-After': reference('RetryAfter') },
  415: { 'Accept-Post': reference('AcceptPost') },
  429: { 'Retry-After': reference('RetryAfter') },
  503: { 'Retry-After': reference('RetryAfter') },
};

/** Content of an error response, with an example. */
export const errorContent = (code: string, error: string, details?: readonly unknown[]) => ({
  'application/json': {
    schema: { $ref: '#/components/schemas/Error' },
    example: { error, code, request_id: requestId, ...(details && { details }) },
  },
});
