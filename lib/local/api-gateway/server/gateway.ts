import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip, gzip, inflate } from 'node:zlib';
import { acceptsCoding, httpServer } from '../../http/http-server.ts';
import { newTraceId } from '../../lambda/instances/instance.ts';
import { type GatewayCall, GatewayError } from '../processing/gateway-call.ts';
import { type ClientResponse, errorResponse } from '../processing/gateway-responses.ts';
import { type PipelineOptions, processCall } from '../processing/pipeline.ts';
import type { AccessLogs } from './access-log.ts';
import { type ApiDirectory, type RequestTarget, requestTargetOf } from './addresses.ts';
import { forwardedHeaders, groupHeaders } from './headers.ts';
import { findRoute } from './routes.ts';

/** The payload limit of a REST API. */
const maxBodyBytes = 10 * 1024 * 1024;

const tooLarge = () =>
  new GatewayError('REQUEST_TOO_LARGE', { message: `HTTP content length exceeded ${maxBodyBytes} bytes.` });

/** Maximum size of a refused body that is read, so that the client can read the response. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/** Reads the body of a request. Throws GatewayError REQUEST_TOO_LARGE beyond the limit. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
    if (size > maxDiscardedBytes) break;
  }
  if (size > maxBodyBytes) throw tooLarge();
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** Decompresses a body, with the limit of a plain body. */
async function decompressBody(body: Buffer, coding: string | undefined): Promise<Buffer> {
  const decode =
    coding === 'gzip' ? promisify(gunzip) : coding === 'deflate' ? promisify(inflate) : undefined;
  if (decode === undefined || body.length === 0) return body;
  try {
    return await decode(body, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new GatewayError('BAD_REQUEST_BODY', { cause: error });
  }
}

export interface GatewayOptions extends PipelineOptions, ApiDirectory {
  readonly account: string;
  readonly accessLogs: AccessLogs;
  readonly onRequest: (request: RequestReport) => void;
}

/** A completed request for the terminal. Without query values, which may be sensitive. */
export interface RequestReport {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly cold: boolean | undefined;
  readonly error: GatewayError | undefined;
}

/** Serves the runtime's own paths, such as those of the development issuer. False for any other path. */
export type LocalHandler = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

const maxUrlLength = 10_240;
const maxHeaderBytes = 10_240;
const gzipBody = promisify(gzip);

/**
 * The HTTP server of the gateway. It listens before anything else is ready, so that a port in use is reported at once,
 * and responds with 503 until `serve` is called.
 */
export class Gateway {
  readonly server: Server;
  #options: GatewayOptions | undefined;
  readonly #local: LocalHandler;

  constructor(local: LocalHandler) {
    this.#local = local;
    this.server = httpServer((request, response) => void this.#handle(request, response), {
      maxHeaderSize: 64 * 1024,
      servesHost: (name) => this.#options?.domains.some(({ hostName }) => hostName === name) ?? false,
      // The deployed APIs decide about CORS. The runtime's own paths refuse foreign pages.
      servesOrigin: () => true,
    });
  }

  serve(options: GatewayOptions): void {
    this.#options = options;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const url = request.url ?? '/';
    const [path = '/'] = url.split('?', 1);
    if (this.#local(request, response, path)) return;
    const options = this.#options;
    if (options === undefined) {
      response.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end('Granary is starting.\n');
      return;
    }
    const destination = requestTargetOf(request.headers.host ?? '', path, options);
    if (destination === undefined) {
      forbid(request, response);
      return;
    }
    const call = makeCall(request, destination, url.slice(path.length + 1), options);
    if (call === undefined) {
      response.writeHead(404).end();
      return;
    }
    const result = await this.#process(request, call, options);
    // The client left before its body was complete.
    if (request.destroyed && !request.complete) return;
    await send(request, response, call, result);
    options.accessLogs.write(call);
    options.onRequest({
      method: call.httpMethod,
      path: call.contextPath,
      status: result.status,
      milliseconds: performance.now() - startedAt,
      cold: call.integration?.cold,
      error: call.error,
    });
  }

  async #process(
    request: IncomingMessage,
    call: GatewayCall,
    options: GatewayOptions,
  ): Promise<ClientResponse> {
    try {
      checkLimits(request);
      const body = await readBody(request);
      const coding =
        call.api.minimumCompressionSize === undefined ? undefined : request.headers['content-encoding'];
      return await processCall(call, await decompressBody(body, coding), options);
    } catch (error) {
      if (error instanceof GatewayError) return errorResponse(call, error);
      return errorResponse(call, new GatewayError('API_CONFIGURATION_ERROR', { cause: error }));
    }
  }
}

function checkLimits(request: IncomingMessage): void {
  if ((request.url?.length ?? 0) > maxUrlLength) {
    throw new GatewayError('DEFAULT_4XX', { status: 414, message: 'Request-URI Too Long' });
  }
  const size = request.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
  if (size > maxHeaderBytes) {
    throw new GatewayError('DEFAULT_4XX', { status: 431, message: 'Request Header Fields Too Large' });
  }
}

/** Responds as API Gateway does where there is no API, stage or base path, and so no gateway response. */
function forbid(request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(403, {
      'Content-Type': 'application/json',
      'x-amzn-RequestId': randomUUID(),
      'x-amzn-ErrorType': 'ForbiddenException',
      ...(!request.complete && { Connection: 'close' }),
    })
    .end('{"message":"Forbidden"}');
}

function makeCall(
  request: IncomingMessage,
  { apis, path, eventPath, contextPath }: RequestTarget,
  queryText: string,
  options: GatewayOptions,
): GatewayCall | undefined {
  const httpMethod = request.method ?? 'GET';
  const route = findRoute(apis, httpMethod, path);
  if (route === undefined) return undefined;
  const requestId = randomUUID();
  const traceId = newTraceId(requestId);
  const clientHeaders = groupHeaders(request.rawHeaders);
  const sourceIp = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
  const port = request.socket.localPort ?? 0;
  const parameters = new URLSearchParams(queryText);
  const query = new Map([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
  return {
    requestId,
    extendedRequestId: Buffer.from(requestId.slice(0, 12)).toString('base64url'),
    traceId,
    startedAt: Date.now(),
    httpMethod,
    path,
    eventPath,
    contextPath,
    query,
    clientHeaders,
    headers: forwardedHeaders(clientHeaders, { address: sourceIp, port, traceId }),
    sourceIp,
    account: options.account,
    api: route.api,
    route,
  };
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  call: GatewayCall,
  result: ClientResponse,
): Promise<void> {
  const headers: string[] = ['x-amzn-RequestId', call.requestId, 'x-amz-apigw-id', call.extendedRequestId];
  for (const [name, value] of result.headers) headers.push(name, value);
  let { body } = result;
  const hasHeader = (name: string) => result.headers.some(([one]) => one.toLowerCase() === name);
  const minimum = call.api.minimumCompressionSize;
  const compressible =
    minimum !== undefined && Buffer.byteLength(body) >= minimum && !hasHeader('content-encoding');
  if (compressible && body.length > 0 && acceptsCoding(request, 'gzip')) {
    body = await gzipBody(body);
    headers.push('Content-Encoding', 'gzip');
  }
  const length = Buffer.byteLength(body);
  call.status = result.status;
  call.responseLength = length;
  // The function omits the body of HEAD, so the length of the GET is unknown.
  const bodiless = result.status === 204 || result.status === 304 || call.httpMethod === 'HEAD';
  if (!bodiless && !hasHeader('content-length')) headers.push('Content-Length', String(length));
  // The rest of an unread body would be taken for the next request on this connection.
  if (!request.complete) headers.push('Connection', 'close');
  try {
    response.writeHead(result.status, headers);
    response.end(bodiless ? undefined : body);
  } catch {
    // A header that HTTP forbids is a malformed response to API Gateway.
    if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'application/json' });
    response.end('{"message":"Internal server error"}');
  }
}
