/** What a route's OPTIONS allows. */
export interface Preflight {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly maxAgeSeconds?: number;
}

/** The two routes of the spec's preflight table (commerce-api.md, "OPTIONS (preflight)"), to the letter. */
const specified: { readonly [path: string]: Preflight } = {
  '/api/v1': {
    methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    headers: ['Content-Type', 'Authorization', 'X-API-Key'],
    maxAgeSeconds: 86_400,
  },
  '/api/v1/water-logs': {
    methods: ['GET', 'POST', 'OPTIONS'],
    headers: ['Content-Type', 'Authorization'],
  },
};

/** Preflight of a route: the spec's where it has a row, else the route's own methods and all headers it uses. */
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
