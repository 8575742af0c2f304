import { S3Error } from '../s3-error.ts';
import type { BucketConfig } from '../store/object-record.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { S3Request, S3Response } from './s3-request.ts';

/** The headers that let a browser read an answer, by the bucket's rules. */
export function corsHeaders(store: ObjectStore, request: S3Request): Readonly<Record<string, string>> {
  const origin = request.header('origin');
  const rule = origin === undefined ? undefined : ruleFor(store, request, origin, request.method);
  if (origin === undefined || rule === undefined) return {};
  return {
    'Access-Control-Allow-Origin': rule.origins.includes('*') ? '*' : origin,
    Vary: 'Origin',
    ...(rule.expose.length > 0 && { 'Access-Control-Expose-Headers': rule.expose.join(', ') }),
  };
}

export function handlePreflight(store: ObjectStore, request: S3Request): S3Response {
  const origin = request.header('origin') ?? '';
  const method = request.header('access-control-request-method') ?? '';
  const rule = ruleFor(store, request, origin, method);
  if (rule === undefined)
    throw new S3Error('AccessDenied', 'CORSResponse: This CORS request is not allowed.');
  return {
    headers: {
      'Access-Control-Allow-Origin': rule.origins.includes('*') ? '*' : origin,
      'Access-Control-Allow-Methods': rule.methods.join(', '),
      'Access-Control-Allow-Headers': request.header('access-control-request-headers'),
      'Access-Control-Max-Age': rule.maxAge,
      Vary: 'Origin',
    },
  };
}

function ruleFor(
  store: ObjectStore,
  request: S3Request,
  origin: string,
  method: string,
): BucketConfig['cors'][number] | undefined {
  const bucket = store.buckets().find(({ name }) => name === request.bucket);
  const asked = request.header('access-control-request-headers')?.toLowerCase().split(/,\s*/) ?? [];
  return bucket?.cors.find(
    ({ origins, methods, headers }) =>
      methods.includes(method) &&
      origins.some((one) => matches(one, origin)) &&
      asked.every((header) => headers.some((one) => matches(one.toLowerCase(), header))),
  );
}

function matches(pattern: string, text: string): boolean {
  const [before = '', after] = pattern.split('*', 2);
  return after === undefined ? pattern === text : text.startsWith(before) && text.endsWith(after);
}
