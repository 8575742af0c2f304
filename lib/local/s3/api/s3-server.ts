import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { httpServer } from '../../http/http-server.ts';
import { S3Error } from '../s3-error.ts';
import type { BucketConfig, ObjectRecord } from '../store/object-record.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { MultipartUploads } from './multipart-requests.ts';
import {
  handleCopyObject,
  handleDeleteObject,
  handleGetObject,
  handleGetRetention,
  handleGetTags,
  handlePutObject,
  handlePutRetention,
} from './object-requests.ts';
import { type Credentials, checkSignedHeaders, isPresigned } from './presigned-headers.ts';
import { pageSize, parseS3Request, type S3Request, type S3Response } from './s3-request.ts';
import { elementContents, elementText, writeXml, type XmlElements } from './xml.ts';

/**
 * Serves S3's REST API in path style. Checks no signatures on the loopback interface, only expiry and
 * signed sizes of presigned URLs. A page of another machine needs a URL that a local function has signed.
 */
export function createS3Server(store: ObjectStore, credentials: Credentials): Server {
  const uploads = new MultipartUploads(store);
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    try {
      const request = parseS3Request(message);
      if (request.method === 'OPTIONS') return await send(preflight(store, request), response);
      for (const [name, value] of Object.entries(corsOf(store, request))) response.setHeader(name, value);
      const handled =
        request.key === '' ? onBucket(store, request) : onObject(store, uploads, request, credentials);
      await send(await handled, response);
    } catch (error) {
      sendError(error, message, response);
    }
  };
  return httpServer(handle, {
    requestTimeout: 0,
    servesOrigin: (message) => mayComeFromPage(message, credentials),
  });
}

/** A preflight lacks the signed headers. It has no effect, and the request that follows is checked. */
function mayComeFromPage(message: IncomingMessage, credentials: Credentials): boolean {
  try {
    const request = parseS3Request(message);
    return request.method === 'OPTIONS'
      ? request.query.has('X-Amz-Signature')
      : isPresigned(request, credentials);
  } catch {
    return false;
  }
}

/** A bucket that does not exist has no rules; the request itself reports it. */
const corsOf = (store: ObjectStore, request: S3Request) =>
  request.header('origin') === undefined ? {} : corsHeaders(store.bucket(request.bucket), request);

function preflight(store: ObjectStore, request: S3Request): S3Response {
  const headers = preflightHeaders(store.bucket(request.bucket), request);
  if (headers === undefined)
    throw new S3Error('AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  return { headers };
}

async function onBucket(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const { method, query } = request;
  if (method === 'POST' && query.has('delete')) return handleDeleteObjects(store, request);
  if (method !== 'GET') throw methodNotAllowed();
  if (query.has('versions')) return handleListVersions(store, request);
  refuseSubresource(request);
  // Pages of the first version have other markers.
  if (query.get('list-type') !== '2')
    throw new S3Error('NotImplemented', 'The local S3 lists objects only with list-type=2.');
  return handleListObjects(store, request);
}

async function onObject(
  store: ObjectStore,
  uploads: MultipartUploads,
  request: S3Request,
  credentials: Credentials,
): Promise<S3Response> {
  const { method, query } = request;
  const upload = query.has('uploadId');
  switch (method) {
    case 'HEAD':
      return handleGetObject(store, request);
    case 'GET':
      if (upload) return uploads.parts(request);
      if (query.has('retention')) return handleGetRetention(store, request);
      if (query.has('tagging')) return handleGetTags(store, request);
      refuseSubresource(request);
      return handleGetObject(store, request);
    case 'PUT':
      checkSignedHeaders(request, credentials);
      if (upload) return uploads.putPart(request);
      if (query.has('retention')) return handlePutRetention(store, request);
      refuseSubresource(request);
      return request.header('x-amz-copy-source') === undefined
        ? handlePutObject(store, request)
        : handleCopyObject(store, request);
    case 'POST':
      if (query.has('uploads')) return uploads.create(request);
      if (upload) return uploads.complete(request);
      break;
    case 'DELETE':
      refuseSubresource(request);
      return handleDeleteObject(store, request);
  }
  throw methodNotAllowed();
}

const methodNotAllowed = () =>
  new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');

const subresources = (
  'accelerate acl analytics attributes cors encryption inventory legal-hold lifecycle logging metrics notification ' +
  'object-lock ownershipControls policy publicAccessBlock replication restore select tagging torrent uploadId uploads versioning website'
).split(' ');

/** Refuses an unsupported subresource, because the response to the plain request would be wrong. */
function refuseSubresource({ query }: S3Request): void {
  const asked = subresources.find((name) => query.has(name));
  if (asked !== undefined) throw new S3Error('NotImplemented', `The local S3 does not support ?${asked}.`);
}

async function send(
  { status = 200, headers = {}, body }: S3Response,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('x-amz-request-id', randomUUID());
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value);
  }
  if (typeof body === 'string') response.setHeader('Content-Type', 'application/xml');
  response.writeHead(status);
  if (body === undefined || typeof body === 'string') response.end(body);
  else await pipeline(Readable.from(body, { objectMode: false }), response).catch(() => response.destroy());
}

function sendError(error: unknown, message: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = error instanceof S3Error ? error : new S3Error('InternalError', String(error));
  const bodiless = message.method === 'HEAD' || known.status === 304 || known.code === 'BadRequest';
  const body = bodiless
    ? undefined
    : writeXml('Error', { Code: known.code, Message: known.message, RequestId: randomUUID() });
  // Reading the rest of a refused upload lets the client read the response.
  message.resume();
  response.writeHead(known.status, { 'Content-Type': 'application/xml' });
  response.end(body);
}

type Headers = Readonly<Record<string, string>>;

/** Headers by which a browser may read the response, as the rules of the bucket have them; none without an `Origin`. */
function corsHeaders({ cors }: BucketConfig, request: S3Request): Headers {
  const rule = ruleFor(cors, request, request.method);
  if (rule === undefined) return {};
  return {
    ...allowedOrigin(rule, request),
    ...(rule.exposed.length > 0 && { 'Access-Control-Expose-Headers': rule.exposed.join(', ') }),
  };
}

/** Headers of the response to a preflight; undefined if no rule allows the request. */
function preflightHeaders({ cors }: BucketConfig, request: S3Request): Headers | undefined {
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

function handleListObjects(store: ObjectStore, request: S3Request): S3Response {
  const { query } = request;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const after = Buffer.from(token ?? '', 'base64url').toString('utf8');
  const max = pageSize(request, 'max-keys');
  const index = store.index(request.bucket);

  const contents: ObjectRecord[] = [];
  const prefixes: string[] = [];
  let last = after;
  let truncated = false;
  for (const key of index.keys(prefix, after)) {
    const record = index.current(key);
    if (record?.blob === undefined) continue;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const common = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
    // The page after a common prefix continues after all keys below the prefix.
    if (common !== undefined && (common === prefixes.at(-1) || after.startsWith(common))) {
      last = key;
      continue;
    }
    if (contents.length + prefixes.length >= max) {
      truncated = max > 0;
      break;
    }
    if (common === undefined) contents.push(record);
    else prefixes.push(common);
    last = key;
  }

  const result: XmlElements = {
    Name: request.bucket,
    Prefix: prefix,
    Delimiter: delimiter === '' ? undefined : delimiter,
    MaxKeys: max,
    IsTruncated: truncated,
    Contents: contents.map((record) => ({ Key: record.key, ...shownContent(record) })),
    CommonPrefixes: prefixes.map((Prefix) => ({ Prefix })),
    KeyCount: contents.length + prefixes.length,
    NextContinuationToken: truncated ? Buffer.from(last).toString('base64url') : undefined,
  };
  return { body: writeXml('ListBucketResult', result) };
}

interface ListedVersion {
  readonly record: ObjectRecord;
  readonly IsLatest: boolean;
}

/** The versions under a prefix after a key, and after one of its versions; newest first within a key. */
function* versionsAfter(store: ObjectStore, { bucket, query }: S3Request): Generator<ListedVersion> {
  const index = store.index(bucket);
  const [prefix = '', after = ''] = [query.get('prefix'), query.get('key-marker')];
  const version = query.get('version-id-marker');
  if (version !== undefined && after === '') {
    throw new S3Error('InvalidArgument', 'A version-id marker cannot be specified without a key marker.');
  }
  const versionsOf = (key: string) =>
    index.versions(key).map((record, position) => ({ record, IsLatest: position === 0 }));
  if (version !== undefined) {
    const versions = versionsOf(after);
    yield* versions.slice(versions.findIndex(({ record }) => record.versionId === version) + 1);
  }
  for (const key of index.keys(prefix, after)) yield* versionsOf(key);
}

/** Lists versions. As on AWS, only a truncated page has next markers. */
function handleListVersions(store: ObjectStore, request: S3Request): S3Response {
  const max = pageSize(request, 'max-keys');
  const records = versionsAfter(store, request)
    .take(max + 1)
    .toArray();
  const isTruncated = max > 0 && records.length > max;
  records.splice(max);
  const last = isTruncated ? records.at(-1)?.record : undefined;
  const shown = ({ record, IsLatest }: ListedVersion) => ({
    Key: record.key,
    VersionId: record.versionId,
    IsLatest,
    ...(record.blob === undefined ? { LastModified: record.modifiedAt } : shownContent(record)),
  });
  return {
    body: writeXml('ListVersionsResult', {
      Name: request.bucket,
      Prefix: request.query.get('prefix') ?? '',
      KeyMarker: request.query.get('key-marker') ?? '',
      VersionIdMarker: request.query.get('version-id-marker'),
      NextKeyMarker: last?.key,
      NextVersionIdMarker: last?.versionId,
      MaxKeys: max,
      IsTruncated: isTruncated,
      Version: records.filter(({ record }) => record.blob !== undefined).map(shown),
      DeleteMarker: records.filter(({ record }) => record.blob === undefined).map(shown),
    }),
  };
}

/** DeleteObjects: up to 1,000 keys per request. */
async function handleDeleteObjects(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const xml = await text(request.message);
  const quiet = elementText(xml, 'Quiet') === 'true';
  const deleted: XmlElements[] = [];
  const errors: XmlElements[] = [];
  const objects = elementContents(xml, 'Object');
  if (objects.length > 1_000)
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate');
  for (const object of objects) {
    const Key = elementText(object, 'Key') ?? '';
    const VersionId = elementText(object, 'VersionId');
    try {
      store.remove(request.bucket, Key, VersionId);
      deleted.push({ Key, VersionId });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      errors.push({ Key, VersionId, Code: error.code, Message: error.message });
    }
  }
  return { body: writeXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors }) };
}

const shownContent = ({ modifiedAt, etag, size }: ObjectRecord): XmlElements => ({
  LastModified: modifiedAt,
  ETag: `"${etag}"`,
  Size: size,
  StorageClass: 'STANDARD',
});
