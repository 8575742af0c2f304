import type { IncomingMessage } from 'node:http';
import { S3Error } from '../s3-error.ts';

/** A request to S3 in path style: /bucket/key?query. */
export interface S3Request {
  readonly message: IncomingMessage;
  readonly method: string;
  readonly bucket: string;
  /** Decoded; empty for a request on the bucket. */
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  readonly header: (name: string) => string | undefined;
}

export interface S3Response {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: string | AsyncIterable<Buffer>;
}

/** Throws S3Error for a key that S3 refuses, and for an expired presigned URL. */
export function parseS3Request(message: IncomingMessage): S3Request {
  const [path = '/', search = ''] = (message.url ?? '/').split(/\?(.*)/s, 2);
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const query = new Map(new URLSearchParams(search));
  const presigned = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  const decodedKey = decode(key);
  checkKey(decodedKey);
  checkExpiry(query);
  return {
    message,
    method: message.method ?? 'GET',
    bucket: decode(bucket),
    key: decodedKey,
    query,
    header: (name) => {
      // Presigned URLs carry x-amz-… headers in the query.
      const value = message.headers[name] ?? (name.startsWith('x-amz-') ? presigned.get(name) : undefined);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/** Entries of a page of a list, from the parameter that limits them: 1,000 by default and at most. Throws S3Error. */
export function pageSize({ query }: S3Request, name: 'max-keys' | 'max-parts'): number {
  const size = Math.min(Number(query.get(name) ?? 1_000), 1_000);
  if (!(size >= 0)) throw new S3Error('InvalidArgument', `${name} must be a number of at least 0`);
  return size;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new S3Error('InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** S3 allows `..` in a key as long as it does not lead above the bucket (user guide, "Naming Amazon S3 objects"). */
function checkKey(key: string): void {
  if (Buffer.byteLength(key) > 1_024) throw new S3Error('KeyTooLongError', 'Your key is too long');
  let depth = 0;
  for (const part of key.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) throw new S3Error('BadRequest', 'Bad Request');
  }
}

function checkExpiry(query: ReadonlyMap<string, string>): void {
  const signedAt = query.get('X-Amz-Date');
  const seconds = Number(query.get('X-Amz-Expires'));
  if (signedAt === undefined || Number.isNaN(seconds)) return;
  const iso = signedAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (!(Date.parse(iso) + seconds * 1_000 > Date.now()))
    throw new S3Error('AccessDenied', 'Request has expired');
}
