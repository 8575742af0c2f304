import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { httpServer } from '../http/http-server.ts';
import { parseJson } from '../json-text.ts';
import { type Operations, ServiceError } from './operation.ts';
import { matchRoute, type RestRoute } from './rest.ts';

export interface ControlPlaneOptions {
  /** Operations by the prefix of their X-Amz-Target, for instance "secretsmanager". */
  readonly targets: Readonly<Record<string, Operations>>;
  readonly routes: readonly RestRoute[];
}

/**
 * One server for all services that functions call, except DynamoDB and S3. It has the services' own protocols, so that
 * unmodified SDK clients work: JSON operations by X-Amz-Target, REST operations by path. It checks no signatures, because
 * it listens on the loopback interface.
 */
export class ControlPlane {
  readonly server: Server;
  #options: ControlPlaneOptions = { targets: {}, routes: [] };

  constructor() {
    this.server = httpServer((request, response) => void this.#handle(request, response));
  }

  serve(options: ControlPlaneOptions): void {
    this.#options = options;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.headers['x-amz-target'];
    response.setHeader('x-amzn-RequestId', randomUUID());
    try {
      const rawBody = await buffer(request);
      if (typeof target === 'string') await this.#operate(target, rawBody, request, response);
      else await this.#route(rawBody, request, response);
    } catch (error) {
      sendError(error, response, typeof target === 'string' ? request.headers['content-type'] : undefined);
    }
  }

  async #operate(
    target: string,
    rawBody: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const [service = '', name = ''] = target.split('.');
    const operations = this.#options.targets[service] ?? {};
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (operation === undefined) {
      throw new ServiceError('UnknownOperationException', `The local runtime does not support ${target}.`);
    }
    const result = await operation(rawBody.length === 0 ? {} : JSON.parse(rawBody.toString('utf8')));
    response.writeHead(200, {
      'Content-Type': request.headers['content-type'] ?? 'application/x-amz-json-1.1',
    });
    response.end(JSON.stringify(result ?? {}));
  }

  async #route(rawBody: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const match = matchRoute(this.#options.routes, request.method ?? 'GET', url.pathname);
    if (match === undefined) {
      const name = `${request.method} ${url.pathname}`;
      throw new ServiceError('UnknownOperationException', `The local runtime does not support ${name}.`, 404);
    }
    const result = await match.route.handle({
      rawBody,
      body: rawBody.length === 0 ? {} : parseJson(rawBody.toString('utf8')),
      headers: request.headers,
      query: url.searchParams,
      parameter: (name) => decodeURIComponent(match.parameters[name] ?? ''),
    });
    const body = typeof result.body === 'object' ? JSON.stringify(result.body) : (result.body ?? '');
    response.writeHead(result.status ?? 200, { 'Content-Type': 'application/json', ...result.headers });
    response.end(body);
  }
}

function sendError(error: unknown, response: ServerResponse, contentType: string | undefined): void {
  const known =
    error instanceof ServiceError
      ? error
      : new ServiceError('InternalFailure', error instanceof Error ? error.message : String(error), 500);
  response.writeHead(known.status, {
    'Content-Type': contentType ?? 'application/json',
    'x-amzn-ErrorType': known.code,
    // SQS clients read the code from here.
    'x-amzn-query-error': `${known.code};${known.status < 500 ? 'Sender' : 'Receiver'}`,
  });
  response.end(JSON.stringify({ __type: known.code, message: known.message, Message: known.message }));
}
