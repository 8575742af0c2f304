import { text } from 'node:stream/consumers';
import { S3Error } from '../s3-error.ts';
import { BodyDigests } from '../store/body-digests.ts';
import { lockSchema, type ObjectLock, type ObjectRecord } from '../store/object-record.ts';
import type { ObjectStore, PutOptions, StoredBlob } from '../store/object-store.ts';
import { AwsChunkedDecoder } from './aws-chunked.ts';
import type { S3Request, S3Response } from './s3-request.ts';
import { elementText, writeXml } from './xml.ts';

const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];
const checksums = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'];

export async function handlePutObject(store: ObjectStore, request: S3Request): Promise<S3Response> {
  store.bucket(request.bucket);
  const { blob, checksum } = await receiveBody(store, request);
  const etag = blob.digests.md5();
  const record = store.commit(
    'ObjectCreated:Put',
    request.bucket,
    request.key,
    { blob: blob.name, size: blob.digests.size, etag },
    { ...putOptions(request), ...(checksum !== undefined && { checksum }) },
  );
  return { headers: { ETag: `"${etag}"`, ...versionHeader(record), ...checksumHeader(record) } };
}

/**
 * Writes the body to disk and checks it against the digests of the request.
 *
 * @param expected algorithm of the checksum to compute when the request has none
 */
export async function receiveBody(
  store: ObjectStore,
  request: S3Request,
  expected?: string,
): Promise<{
  readonly blob: StoredBlob;
  readonly checksum: { algorithm: string; value: string } | undefined;
}> {
  const announced = checksums.find((name) => request.header(`x-amz-checksum-${name}`) !== undefined);
  const trailing = /^x-amz-checksum-(\w+)$/.exec(request.header('x-amz-trailer')?.toLowerCase() ?? '')?.[1];
  const algorithm = announced ?? trailing ?? expected;
  const digests = new BodyDigests(algorithm);
  const chunked =
    request.header('content-encoding')?.includes('aws-chunked') ||
    request.header('x-amz-content-sha256')?.startsWith('STREAMING-');
  const decoder = chunked ? new AwsChunkedDecoder() : undefined;
  if (decoder !== undefined) request.message.once('error', (error) => decoder.destroy(error)).pipe(decoder);
  const blob = await store.write(decoder ?? request.message, digests);
  const value =
    algorithm === undefined
      ? undefined
      : (request.header(`x-amz-checksum-${algorithm}`) ??
        decoder?.trailers.get(`x-amz-checksum-${algorithm}`));
  try {
    if (!request.message.complete) throw new S3Error('InvalidRequest', 'The body ended too early');
    digests.check(request.header('content-md5'), value);
  } catch (error) {
    store.discard(blob.name);
    throw error;
  }
  return {
    blob,
    checksum: algorithm === undefined || value === undefined ? undefined : { algorithm, value },
  };
}

export function putOptions(request: S3Request): PutOptions {
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = request.header(name);
    const kept =
      name === 'content-encoding' ? value?.replace(/(^|,\s*)aws-chunked\s*/, '').replace(/^,\s*/, '') : value;
    if (kept !== undefined && kept !== '') headers[name] = kept;
  }
  for (const [name, value] of Object.entries(request.message.headers)) {
    if (name.startsWith('x-amz-meta-') && typeof value === 'string') headers[name] = value;
  }
  const lock = lockOf(request);
  const tags = new URLSearchParams(request.header('x-amz-tagging') ?? '');
  return {
    headers: { 'content-type': 'binary/octet-stream', ...headers },
    ...(lock !== undefined && { lock }),
    tags: Object.fromEntries(tags),
    condition: (current) => checkWriteCondition(request, current),
  };
}

function lockOf(request: S3Request): ObjectLock | undefined {
  const mode = request.header('x-amz-object-lock-mode');
  if (mode === undefined) return undefined;
  const lock = lockSchema.safeParse({ mode, until: request.header('x-amz-object-lock-retain-until-date') });
  if (!lock.success)
    throw new S3Error('InvalidArgument', 'x-amz-object-lock-… headers need the mode COMPLIANCE and a date');
  return lock.data;
}

export function handleGetObject(store: ObjectStore, request: S3Request): S3Response {
  const record = store.get(request.bucket, request.key, request.query.get('versionId'));
  checkReadConditions(request, record);
  const range = rangeOf(request.header('range'), record.size);
  const headers = {
    ...objectHeaders(request, record),
    ...(range === undefined && checksumHeader(record)),
    'Accept-Ranges': 'bytes',
    'Content-Length': range === undefined ? record.size : range.end - range.start + 1,
    ...(range !== undefined && { 'Content-Range': `bytes ${range.start}-${range.end}/${record.size}` }),
  };
  const status = range === undefined ? 200 : 206;
  if (request.method === 'HEAD' || record.size === 0) return { status, headers };
  return { status, headers, body: store.read(record, range) };
}

function objectHeaders(
  request: S3Request,
  record: ObjectRecord,
): Readonly<Record<string, string | undefined>> {
  const overrides = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = request.query.get(`response-${name}`);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    ...record.headers,
    ...overrides,
    ETag: `"${record.etag}"`,
    'Last-Modified': new Date(record.modifiedAt).toUTCString(),
    'x-amz-object-lock-mode': record.lock?.mode,
    'x-amz-object-lock-retain-until-date': record.lock?.until,
    ...versionHeader(record),
  };
}

function rangeOf(
  header: string | undefined,
  size: number,
): { readonly start: number; readonly end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new S3Error('InvalidRange', 'The requested range is not satisfiable');
  return { start, end };
}

export async function handleCopyObject(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const source = await copySource(store, request);
  const replaced = request.header('x-amz-metadata-directive') === 'REPLACE';
  if (source.bucket === request.bucket && source.key === request.key && !replaced) {
    throw new S3Error(
      'InvalidRequest',
      'This copy request is illegal: it copies an object to itself unchanged',
    );
  }
  const { condition: _, ...options } = putOptions(request);
  const record = store.commit(
    'ObjectCreated:Copy',
    request.bucket,
    request.key,
    { blob: await store.duplicate(source.blob), size: source.size, etag: source.etag },
    {
      ...options,
      headers: replaced ? options.headers : source.headers,
      ...(source.checksum !== undefined && { checksum: source.checksum }),
      tags: request.header('x-amz-tagging-directive') === 'REPLACE' ? (options.tags ?? {}) : source.tags,
    },
  );
  return {
    headers: versionHeader(record),
    body: writeXml('CopyObjectResult', { LastModified: record.modifiedAt, ETag: `"${record.etag}"` }),
  };
}

/** Returns the object that x-amz-copy-source names: /bucket/key?versionId=…, percent-encoded. */
async function copySource(store: ObjectStore, request: S3Request) {
  const [path = '', version] = (request.header('x-amz-copy-source') ?? '').split('?versionId=');
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(path)) ?? [];
  const source = store.get(bucket, key, version);
  checkMatch(request.header('x-amz-copy-source-if-match'), source);
  return source;
}

export function handleDeleteObject(store: ObjectStore, request: S3Request): S3Response {
  const removed = store.remove(request.bucket, request.key, request.query.get('versionId'));
  const marker = removed !== undefined && removed.blob === undefined;
  return {
    status: 204,
    headers: { ...(removed && versionHeader(removed)), 'x-amz-delete-marker': marker ? 'true' : undefined },
  };
}

export function versionHeader({ versionId }: ObjectRecord): Readonly<Record<string, string | undefined>> {
  return { 'x-amz-version-id': versionId === 'null' ? undefined : versionId };
}

function checksumHeader({ checksum }: ObjectRecord): Readonly<Record<string, string>> {
  return checksum === undefined
    ? {}
    : {
        [`x-amz-checksum-${checksum.algorithm}`]: checksum.value,
        'x-amz-checksum-type': checksum.value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT',
      };
}

export function handleGetRetention(store: ObjectStore, request: S3Request): S3Response {
  const { lock } = store.get(request.bucket, request.key, request.query.get('versionId'));
  if (lock === undefined) {
    throw new S3Error(
      'NoSuchObjectLockConfiguration',
      'The specified object does not have a ObjectLock configuration',
    );
  }
  return { body: writeXml('Retention', { Mode: lock.mode, RetainUntilDate: lock.until }) };
}

/** A compliance lock can only be extended. */
export async function handlePutRetention(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const xml = await text(request.message);
  const wanted = lockSchema.safeParse({
    mode: elementText(xml, 'Mode'),
    until: elementText(xml, 'RetainUntilDate'),
  });
  if (!wanted.success) throw new S3Error('MalformedXML', 'Retention needs the mode COMPLIANCE and a date');
  const record = store.get(request.bucket, request.key, request.query.get('versionId'));
  if (record.lock !== undefined && Date.parse(wanted.data.until) < Date.parse(record.lock.until)) {
    throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.');
  }
  store.put({ ...record, lock: wanted.data });
  return {};
}

export function handleGetTags(store: ObjectStore, request: S3Request): S3Response {
  const { tags } = store.get(request.bucket, request.key, request.query.get('versionId'));
  const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  return { body: writeXml('Tagging', { TagSet: { Tag } }) };
}

/** Checks if-match and if-none-match: * of a write. Throws S3Error PreconditionFailed. */
function checkWriteCondition(request: S3Request, current: ObjectRecord | undefined): void {
  checkMatch(request.header('if-match'), current);
  if (request.header('if-none-match') === '*' && current !== undefined) throw preconditionFailed();
}

/** Checks if-match and if-none-match of a read. Throws S3Error PreconditionFailed or NotModified. */
function checkReadConditions(request: S3Request, record: ObjectRecord): void {
  checkMatch(request.header('if-match'), record);
  const noneMatch = request.header('if-none-match');
  if (noneMatch !== undefined && isMatch(noneMatch, record)) throw new S3Error('NotModified', 'Not Modified');
}

/** Throws S3Error PreconditionFailed when the object is absent or differs from the condition, an ETag or `*`. */
function checkMatch(condition: string | undefined, record: ObjectRecord | undefined): void {
  if (condition !== undefined && (record === undefined || !isMatch(condition, record)))
    throw preconditionFailed();
}

const isMatch = (condition: string, { etag }: ObjectRecord): boolean =>
  condition === '*' || condition.replace(/^"(.*)"$/, '$1') === etag;

const preconditionFailed = () =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
