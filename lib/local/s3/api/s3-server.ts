import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { httpServer } from '../../http/http-server.ts';
import { S3Error } from '../s3-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { handleDeleteObjects, handleListObjects, handleListVersions } from './bucket-requests.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
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
import { parseS3Request, type S3Request, type S3Response } from './s3-request.ts';
import { writeXml } from './xml.ts';

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
