import { createHash, createHmac } from 'node:crypto';
import { S3Error } from '../s3-error.ts';
import type { S3Request } from './s3-request.ts';

/** The credentials of the local functions. */
export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
}

/**
 * Refuses an upload whose size or type is not the one that a local function has signed into its link, as S3 does. Checks no
 * other signature, because clients of the local stack have any credentials.
 *
 * @throws S3Error SignatureDoesNotMatch
 */
export function checkSignedHeaders(request: S3Request, credentials: Credentials): void {
  const { query } = request;
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const isOfFunction = query.get('X-Amz-Credential')?.startsWith(`${credentials.accessKey}/`);
  if (!isOfFunction || !names.includes('content-length') || isPresigned(request, credentials)) return;
  throw new S3Error(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check the size and the type.',
  );
}

/** Whether a local function has signed the URL of the request. */
export function isPresigned(request: S3Request, { accessKey, secretKey }: Credentials): boolean {
  const { query } = request;
  const [key, ...scope] = (query.get('X-Amz-Credential') ?? '').split('/');
  if (key !== accessKey) return false;
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const text = [
    'AWS4-HMAC-SHA256',
    query.get('X-Amz-Date'),
    scope.join('/'),
    createHash('sha256').update(canonicalRequest(request, names)).digest('hex'),
  ].join('\n');
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return hmac(signingKey, text).toString('hex') === query.get('X-Amz-Signature');
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signature Version 4 of a presigned URL. */
function canonicalRequest({ message, method, query }: S3Request, names: readonly string[]): string {
  const path = (message.url ?? '').split('?')[0] ?? '';
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const headers = names.map((name) => `${name}:${String(message.headers[name] ?? '').trim()}\n`);
  return [method, path, parameters.join('&'), headers.join(''), names.join(';'), 'UNSIGNED-PAYLOAD'].join(
    '\n',
  );
}

/** Percent-encoding of RFC 3986. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
