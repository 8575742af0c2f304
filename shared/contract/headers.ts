/** Security headers of every response, also of API Gateway itself (OWASP cheat sheets on REST security and HTTP headers). */
export const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Permitted-Cross-Domain-Policies': 'none',
} as const;

/** Response headers that browser scripts may read. */
export const exposedHeaders = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
] as const;

/** Headers of every response, for browsers of this origin (`*` for all). */
export const everyResponseHeaders = (corsOrigin: string): Record<string, string> => ({
  ...securityHeaders,
  'Access-Control-Allow-Origin': corsOrigin,
  ...(corsOrigin !== '*' && { Vary: 'Origin' }),
});

/** Headers of a response that browser scripts may read. */
export const readableResponseHeaders = (corsOrigin: string): Record<string, string> => ({
  ...everyResponseHeaders(corsOrigin),
  'Access-Control-Expose-Headers': exposedHeaders.join(', '),
});
