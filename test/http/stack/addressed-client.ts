import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { ApiResponse } from './api-client.ts';

interface AskOptions {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Sends one request to an address of the stack under test. All host names of the stack resolve to this machine, and the
 * name goes into `Host`, as after a DNS lookup.
 */
export function requestAddressed(url: string | URL, options: AskOptions = {}): Promise<ApiResponse> {
  const { host, port, pathname, search } = new URL(url);
  const payload = options.body === undefined ? undefined : JSON.stringify(options.body);
  const headers = {
    host,
    'x-forwarded-for': randomUUID(),
    ...(options.key !== undefined && { 'x-api-key': options.key }),
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: `${pathname}${search}`, method: options.method ?? 'GET', headers },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(
            Object.entries(response.headers).map(([name, value = '']): [string, string] => [
              name,
              String(value),
            ]),
          ),
          text,
          body: response.headers['content-type']?.includes('json') && text !== '' ? JSON.parse(text) : {},
        });
      },
    );
    asked.on('error', reject);
    asked.end(payload);
  });
}
