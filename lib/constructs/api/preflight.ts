export interface Preflight {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly maxAgeSeconds?: number;
}

/** The two routes whose preflight the commerce specification fixes (docs/spec-notes.md). */
const specified: { readonly [path: string]: Preflight } = {
  '/api/v1': {
    methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    headers: ['Content-Type', 'Authorization', 'X-API-Key'],
    maxAgeSeconds: 86_400,
  },
  '/api/v1/water-logs': { methods: ['GET', 'POST', 'OPTIONS'], headers: ['Content-Type', 'Authorization'] },
};

export const preflightOf = (path: string, methods: readonly string[]): Preflight =>
  specified[path] ?? {
    methods: [...methods, 'OPTIONS'],
    headers: [
      'Content-Type',
      'Authorization',
      'X-API-Key',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
    ],
    maxAgeSeconds: 7200,
  };
