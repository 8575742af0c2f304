import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebAppConfig } from '../../constructs/web/app-files.ts';
import { filePath } from '../../constructs/web/edge-functions.ts';
import {
  contentSecurityPolicy,
  revalidated,
  securityHeaders,
  type WebHosts,
} from '../../constructs/web/response-headers.ts';
import type { LocalHandler } from '../api-gateway/server/gateway.ts';
import { acceptsCoding, hasForeignOrigin, refuseForeign } from '../http/http-server.ts';
import { webClient } from '../identity/authorization-request.ts';
import { originOf } from '../identity/discovery.ts';
import { issuerOf } from '../identity/tokens.ts';
import { StartError } from '../start-error.ts';
import { type Coding, readWebFiles, type WebFile } from './web-files.ts';

export interface WebHandlerOptions {
  readonly baseUrl: () => string;
  /** The files by path; undefined without the web app, and before it is built. */
  readonly files: () => ReadonlyMap<string, WebFile> | undefined;
  readonly hosts: () => WebHosts;
}

/**
 * Serves the web app at `/`, as CloudFront does: its files, `/config.json`, and `index.html` for the pages of the app.
 * Hosts and paths of the APIs are left to the gateway.
 */
export function webHandler({ baseUrl, files, hosts }: WebHandlerOptions): LocalHandler {
  return (request, response, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    if (/^\/(api|\.local)(\/|$)/.test(path) || isApiHost(request)) return false;
    const isConfig = path === '/config.json';
    const file = isConfig ? undefined : fileFor(path, files());
    if (!isConfig && file === undefined) return false;
    if (hasForeignOrigin(request)) refuseForeign(request, response);
    else if (file === undefined) sendConfig(response, configOf(request, baseUrl()));
    else void send(request, response, file, hosts());
    return true;
  };
}

/** Names below `.localhost` are addresses of single APIs (addresses.ts). */
const isApiHost = ({ headers }: IncomingMessage): boolean => /\.localhost(:\d+)?$/i.test(headers.host ?? '');

const fileFor = (path: string, files: ReadonlyMap<string, WebFile> | undefined): WebFile | undefined =>
  files?.get(filePath.test(path) ? path : '/index.html');

const configOf = (request: IncomingMessage, baseUrl: string): WebAppConfig => ({
  // The page may fetch from its own origin only, which can be that of a development server.
  issuer: issuerOf(originOf(request.headers.host) ?? baseUrl),
  clientId: webClient,
  scope: 'openid profile offline_access',
  tokenUse: 'access_token',
});

function sendConfig(response: ServerResponse, config: WebAppConfig): void {
  response.writeHead(200, {
    ...securityHeaders,
    'Content-Type': 'application/json',
    'Cache-Control': revalidated,
  });
  response.end(JSON.stringify(config));
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: WebFile,
  hosts: WebHosts,
): Promise<void> {
  const headers = {
    ...securityHeaders,
    'Content-Security-Policy': contentSecurityPolicy(hosts),
    'Cache-Control': file.cacheControl,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  };
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const coding = codingFor(request, file);
  const body = await file.encoded(coding);
  response.writeHead(200, {
    ...headers,
    'Content-Type': file.type,
    'Content-Length': body.length,
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function codingFor(request: IncomingMessage, { isText }: WebFile): Coding {
  if (!isText) return 'identity';
  return (['br', 'gzip'] as const).find((coding) => acceptsCoding(request, coding)) ?? 'identity';
}

/** Builds the web app if necessary and returns its directory. */
export type BuildWebApp = (options: { readonly onBuild: () => void }) => Promise<string>;

/** The web app of a runtime. Its pages are served once they are built; `/config.json` is served at once. */
export class WebApp {
  readonly handler: LocalHandler;
  #files: ReadonlyMap<string, WebFile> | undefined;
  #directory: Promise<string> | undefined;

  constructor(options: Omit<WebHandlerOptions, 'files'>) {
    this.handler = webHandler({ ...options, files: () => this.#files });
  }

  /** Starts the build. A failure is thrown by {@link ready}, after the start of all engines. */
  build(build: BuildWebApp, log: (line: string) => void): void {
    this.#directory = build({ onBuild: () => log('Building the web app …') });
    this.#directory.catch(() => {});
  }

  /** Waits for the build, if there is one. Throws StartError. */
  async ready(): Promise<void> {
    try {
      const directory = await this.#directory;
      if (directory !== undefined) this.#files = readWebFiles(directory);
    } catch (error) {
      throw new StartError(error instanceof Error ? error.message : String(error));
    }
  }
}
