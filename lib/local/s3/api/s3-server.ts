import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { httpServer } from '../../http/http-server.ts';
import { S3Error } from '../s3-error.ts';
import type { ObjectStore } from '../store/object-store.ts';
import {
  handleDeleteObjects,
  handleGetObjectLock,
  handleGetVersioning,
  handleListBuckets,
  handleListObjects,
  handleListVersions,
} from './bucket-requests.ts';
import { corsHeaders, handlePreflight } from './cors.ts';
import { MultipartUploads } from './multipart-requests.ts';
import { handleGetRetention, handleGetTags, handlePutRetention, handlePutTags } from './object-details.ts';
import { handleCopyObject, handleDeleteObject, handleGetObject, handlePutObject } from './object-requests.ts';
import { parseS3Request, type S3Request, type S3Response } from './s3-request.ts';
import { writeXml } from './xml.ts';

/**
 * S3's REST API in path style over a store. Signatures are not checked, only the expiry of presigned addresses: it
 * listens on the loopback interface for whoever develops there.
 */
export function createS3Server(store: ObjectStore): Server {
  const uploads = new MultipartUploads(store);
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    let request: S3Request | undefined;
    try {
      request = parseS3Request(message);
      await send(await answer(store, uploads, request), corsHeaders(store, request), response);
    } catch (error) {
      sendError(error, request === undefined ? {} : corsHeaders(store, request), message, response);
    }
  };
  return httpServer(handle, { requestTimeout: 0 });
}

async function answer(
  store: ObjectStore,
  uploads: MultipartUploads,
  request: S3Request,
): Promise<S3Response> {
  if (request.method === 'OPTIONS') return handlePreflight(store, request);
  if (request.bucket === '') return handleListBuckets(store);
  return request.key === '' ? answerBucket(store, uploads, request) : answerObject(store, uploads, request);
}

async function answerBucket(
  store: ObjectStore,
  uploads: MultipartUploads,
  request: S3Request,
): Promise<S3Response> {
  const { method, query, bucket } = request;
  switch (method) {
    case 'HEAD':
      store.bucket(bucket);
      return { headers: { 'x-amz-bucket-region': 'us-east-1' } };
    case 'GET':
      if (query.has('versions')) return handleListVersions(store, request);
      if (query.has('versioning')) return handleGetVersioning(store, request);
      if (query.has('object-lock')) return handleGetObjectLock(store, request);
      if (query.has('uploads')) return uploads.list(request);
      if (query.has('location')) return { body: writeXml('LocationConstraint', {}) };
      refuseSubresource(request, [
        'list-type',
        'prefix',
        'delimiter',
        'marker',
        'start-after',
        'continuation-token',
      ]);
      return handleListObjects(store, request);
    case 'PUT':
      refuseSubresource(request, []);
      store.createBucket(bucket, request.header('x-amz-bucket-object-lock-enabled') === 'true');
      return { headers: { Location: `/${bucket}` } };
    case 'POST':
      if (query.has('delete')) return handleDeleteObjects(store, request);
      break;
    case 'DELETE':
      refuseSubresource(request, []);
      store.removeBucket(bucket);
      return { status: 204 };
  }
  throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
}

async function answerObject(
  store: ObjectStore,
  uploads: MultipartUploads,
  request: S3Request,
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
      refuseSubresource(request, ['versionId', 'partNumber']);
      return handleGetObject(store, request);
    case 'PUT':
      if (upload) return uploads.putPart(request);
      if (query.has('retention')) return handlePutRetention(store, request);
      if (query.has('tagging')) return handlePutTags(store, request);
      refuseSubresource(request, []);
      return request.header('x-amz-copy-source') === undefined
        ? handlePutObject(store, request)
        : handleCopyObject(store, request);
    case 'POST':
      if (query.has('uploads')) return uploads.create(request);
      if (upload) return uploads.complete(request);
      break;
    case 'DELETE':
      if (upload) return uploads.abort(request);
      if (query.has('tagging')) return handlePutTags(store, request);
      return handleDeleteObject(store, request);
  }
  throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
}

const subresources = [
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'encryption',
  'inventory',
  'legal-hold',
  'lifecycle',
  'logging',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'publicAccessBlock',
  'replication',
  'restore',
  'select',
  'tagging',
  'torrent',
  'versioning',
  'website',
];

/** Better an error than an answer to another question. */
function refuseSubresource({ query }: S3Request, allowed: readonly string[]): void {
  const asked = subresources.find((name) => query.has(name) && !allowed.includes(name));
  if (asked !== undefined) throw new S3Error('NotImplemented', `The local S3 does not offer ?${asked}.`);
}

async function send(
  { status = 200, headers = {}, body }: S3Response,
  cors: Readonly<Record<string, string>>,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('x-amz-request-id', randomUUID());
  for (const [name, value] of Object.entries({ ...headers, ...cors })) {
    if (value !== undefined) response.setHeader(name, value);
  }
  if (typeof body === 'string') response.setHeader('Content-Type', 'application/xml');
  response.writeHead(status);
  if (body === undefined || typeof body === 'string') response.end(body);
  else await pipeline(Readable.from(body, { objectMode: false }), response).catch(() => response.destroy());
}

function sendError(
  error: unknown,
  cors: Readonly<Record<string, string>>,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = error instanceof S3Error ? error : new S3Error('InternalError', String(error));
  const bodiless = message.method === 'HEAD' || known.status === 304;
  const body = bodiless
    ? undefined
    : writeXml('Error', { Code: known.code, Message: known.message, RequestId: randomUUID() }).replace(
        / xmlns="[^"]*"/,
        '',
      );
  // The rest of a refused upload is read and thrown away, so that the client gets to read the answer.
  message.resume();
  response.writeHead(known.status, { 'Content-Type': 'application/xml', ...cors });
  response.end(body);
}
