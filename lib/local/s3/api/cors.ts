import type { BucketConfig } from '../store/object-record.ts';
import type { S3Request } from './s3-request.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers by which a browser may read the response, as the rules of the bucket have them; none without an `Origin`. */
export function corsHeaders({ cors }: BucketConfig, request: S3Request): Headers {
  const rule = ruleFor(cors, request, request.method);
  if (rule === undefined) return {};
  return {
    ...allowedOrigin(rule, request),
    ...(rule.exposed.length > 0 && { 'Access-Control-Expose-Headers': rule.exposed.join(', ') }),
  };
}

/** Headers of the response to a preflight; undefined if no rule allows the request. */
export function preflightHeaders({ cors }: BucketConfig, request: S3Request): Headers | undefined {
  const rule = ruleFor(cors, request, request.header('access-control-request-method') ?? '');
  if (rule === undefined) return undefined;
  const asked = (request.header('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const allowed = new Set(rule.headers.map((name) => name.toLowerCase()));
  if (!allowed.has('*') && !asked.every((name) => allowed.has(name))) return undefined;
  return {
    ...allowedOrigin(rule, request),
    'Access-Control-Allow-Methods': rule.methods.join(', '),
    ...(asked.length > 0 && { 'Access-Control-Allow-Headers': asked.join(', ') }),
    ...(rule.maxAge !== undefined && { 'Access-Control-Max-Age': String(rule.maxAge) }),
  };
}

type Rule = BucketConfig['cors'][number];

function ruleFor(rules: readonly Rule[], request: S3Request, method: string): Rule | undefined {
  const origin = request.header('origin');
  if (origin === undefined) return undefined;
  return rules.find(
    ({ methods, origins }) => methods.includes(method) && (origins.includes('*') || origins.includes(origin)),
  );
}

const allowedOrigin = ({ origins }: Rule, request: S3Request): Headers =>
  origins.includes('*')
    ? { 'Access-Control-Allow-Origin': '*' }
    : { 'Access-Control-Allow-Origin': request.header('origin') ?? '', Vary: 'Origin' };
