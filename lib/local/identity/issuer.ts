import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalHandler } from '../api-gateway/server/gateway.ts';
import { hasForeignOrigin, refuseForeign } from '../http/http-server.ts';
import { discoveryDocument, endpoints, keysDocument } from './discovery.ts';
import { pageStyle } from './pages.ts';
import { type IssuerResponse, rememberedPerson, SignInFlow } from './sign-in-flow.ts';
import type { People, SignIns } from './sign-ins.ts';
import { type IssuerKey, issuerPath } from './tokens.ts';

interface IssuerOptions {
  readonly key: IssuerKey;
  /** The address of the stack, below which the issuer is. */
  readonly baseUrl: () => string;
  readonly people: People;
  readonly signIns: SignIns;
  /** Time of authorization codes, in milliseconds. */
  readonly now?: () => number;
}

/** Serves the development issuer: discovery, keys, and the sign-in of the web app. */
export function issuerHandler(options: IssuerOptions): LocalHandler {
  const flow = new SignInFlow(options);
  return (request, response, path) => {
    if (!path.startsWith(`${issuerPath}/`)) return false;
    if (hasForeignOrigin(request)) {
      refuseForeign(request, response);
      return true;
    }
    void respond(options, flow, request, path).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error) => fail(response, error),
    );
    return true;
  };
}

async function respond(
  { key, baseUrl }: IssuerOptions,
  flow: SignInFlow,
  request: IncomingMessage,
  path: string,
): Promise<IssuerResponse> {
  const isPost = request.method === 'POST';
  switch (path) {
    case endpoints.discovery:
      return json(discoveryDocument(baseUrl(), request.headers.host));
    case endpoints.keys:
      return json(keysDocument(key));
    case endpoints.style:
      return { status: 200, headers: { 'Content-Type': 'text/css; charset=utf-8' }, body: pageStyle };
    case endpoints.authorization:
      return flow.authorize(
        isPost ? await formOf(request) : queryOf(request),
        rememberedPerson(request.headers.cookie),
      );
    case endpoints.endSession:
      return flow.endSession(isPost ? await formOf(request) : queryOf(request));
    case endpoints.token:
      return isPost ? flow.token(await formOf(request)) : json({ error: 'invalid_request' }, 405);
    default:
      return json({ error: 'Not found' }, 404);
  }
}

const json = (body: object, status = 200): IssuerResponse => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const queryOf = ({ url = '' }: IncomingMessage): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

const maxFormBytes = 64 * 1024;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxFormBytes) throw new FormTooLarge();
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** A form with more than `maxFormBytes`. */
class FormTooLarge extends Error {}

function fail(response: ServerResponse, error: unknown): void {
  const status = error instanceof FormTooLarge ? 413 : 500;
  if (!response.headersSent) {
    response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  }
  response.end('{"error":"server_error"}');
}
