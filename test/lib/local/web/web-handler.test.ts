import { mkdirSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { httpServer, listen } from '#lib/local/http/http-server.ts';
import { readWebFiles } from '#lib/local/web/web-files.ts';
import { webHandler } from '#lib/local/web/web-handler.ts';
import { newFolder, removeFolder } from '../fixture/runtime.ts';

const folder = newFolder();
const script = 'console.log("granary");'.repeat(100);
mkdirSync(`${folder}/assets`);
writeFileSync(`${folder}/index.html`, '<!doctype html><title>Granary</title>');
writeFileSync(`${folder}/assets/index-abc123.js`, script);
writeFileSync(`${folder}/service-worker.js`, 'self.addEventListener("fetch", () => {});');
writeFileSync(`${folder}/.digest`, 'of the sources');

const files = readWebFiles(folder);
const handle = webHandler({
  baseUrl: () => 'http://127.0.0.1:4000',
  files: () => files,
  hosts: () => ({ connect: ['http://127.0.0.1:9000'], images: ['http://127.0.0.1:9000'] }),
});
const server = httpServer((request, response) => {
  if (!handle(request, response, (request.url ?? '/').split('?', 1)[0] ?? '/')) response.writeHead(599).end();
});
let baseUrl = '';
beforeAll(async () => {
  baseUrl = await listen(server, 0);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  removeFolder(folder);
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Without fetch, which decompresses and sets `Host` itself. */
const read = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const request = get(`${baseUrl}${path}`, { headers, method }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    request.on('error', reject);
  });

describe('pages of the app', () => {
  test.each(['/', '/orders', '/claims/files/01a2', '/orders/?status=pending'])(
    '%s is index.html',
    async (path) => {
      const { status, headers, body } = await read(path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(body.toString()).toContain('<title>Granary</title>');
    },
  );

  test('have a policy without unsafe sources, and the security headers', async () => {
    const { headers } = await read('/');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: http://127.0.0.1:9000; connect-src 'self' http://127.0.0.1:9000; font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
  });
});

describe('files of the app', () => {
  test('are immutable if their names contain a digest', async () => {
    const { headers, body } = await read('/assets/index-abc123.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body.toString()).toBe(script);
  });

  test('are revalidated otherwise: 304 for a known ETag', async () => {
    const { headers } = await read('/service-worker.js');
    expect(headers['cache-control']).toBe('no-cache');
    const again = await read('/service-worker.js', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('are compressed for Accept-Encoding: %s', async (accepted, coding, decompress) => {
    const { headers, body } = await read('/assets/index-abc123.js', { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding']);
    expect(body.length).toBeLessThan(script.length / 5);
    expect(decompress(body).toString()).toBe(script);
  });

  test('have no body for HEAD', async () => {
    const { headers, body } = await read('/assets/index-abc123.js', {}, 'HEAD');
    expect([headers['content-length'], body.length]).toEqual([String(script.length), 0]);
  });
});

test.each([
  ['GET', '/api/v1/orders', undefined],
  ['GET', '/api', undefined],
  ['GET', '/.local/oidc/jwks.json', undefined],
  ['GET', '/assets/missing-123.js', undefined],
  ['POST', '/orders', undefined],
  ['GET', '/live/api/v1', 'abc123.execute-api.us-east-1.localhost:4000'],
  ['GET', '/commerce', 'granary.localhost'],
])('leaves %s %s to the gateway', async (method, path, host) => {
  expect((await read(path, host === undefined ? {} : { host }, method)).status).toBe(599);
});

test.each(['/products/CSA-1.5', '/.digest', '/..%2f..%2fetc/passwd.txt'])(
  'shows the app at %s',
  async (path) => {
    expect((await read(path)).body.toString()).toBe('<!doctype html><title>Granary</title>');
  },
);

describe('/config.json', () => {
  test('names the issuer at the origin of the page, and the client', async () => {
    const { headers, body } = await read('/config.json', { host: 'localhost:5173' });
    expect(headers['cache-control']).toBe('no-cache');
    expect(JSON.parse(body.toString())).toEqual({
      issuer: 'http://localhost:5173/.local/oidc',
      clientId: 'granary-web',
      scope: 'openid profile offline_access',
      tokenUse: 'access_token',
    });
  });
});
