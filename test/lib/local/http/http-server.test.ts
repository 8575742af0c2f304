import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { portsWithoutBrowsers } from '#lib/local/dynamodb/dynamodb.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { type Fixture, startFixture } from '../fixture/runtime.ts';

describe('http server', () => {
  const server = httpServer(
    (_, response) => void response.end('here'),
    {},
    { announced: 1_000, held: 3_000 },
  );
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a connection that was idle for longer than announced still accepts a request', async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const ask = async () => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      return String(answer);
    };
    expect(await ask()).toContain('Keep-Alive: timeout=1');
    // Node's own servers close the connection a second after the time that they announce.
    await delay(2_200);
    expect(socket.closed).toBe(false);
    expect(await ask()).toContain('here');
    socket.destroy();
  });
});

describe('foreign requests', () => {
  const secret = 'the secret of this test';
  const page = 'http://evil.example';
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture({
      environment: { PATH: process.env['PATH'], AWS_SECRET_ACCESS_KEY: secret },
    });
  });
  afterAll(() => fixture?.stop());

  interface Sent {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }

  /** Without fetch, which sets `Host` itself. */
  async function send(url: string, { method, headers = {}, body }: Sent) {
    const asked = request(url, { agent: false, headers, method: method ?? (body ? 'POST' : 'GET') });
    asked.end(body);
    const [response]: IncomingMessage[] = await once(asked, 'response');
    return {
      status: response?.statusCode ?? 0,
      headers: response?.headers ?? ({} as IncomingHttpHeaders),
      text: response ? await text(response) : '',
    };
  }

  const bucket = () => fixture.runtime.buckets['files'];

  /** One request that a page would send to each service, by the name of the service. */
  const services: Readonly<Record<string, () => readonly [string, Sent]>> = {
    'list of objects': () => [`${fixture.runtime.endpoints.s3}/${bucket()}?list-type=2`, {}],
    'read of an object': () => [`${fixture.runtime.endpoints.s3}/${bucket()}/a.txt`, {}],
    'write of an object': () => [
      `${fixture.runtime.endpoints.s3}/${bucket()}/a.txt`,
      { method: 'PUT', body: 'x' },
    ],
    'DynamoDB request': () => [
      fixture.runtime.endpoints.dynamodb,
      {
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'DynamoDB_20120810.ListTables',
          'x-amz-date': '20260101T000000Z',
          authorization:
            'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none',
        },
        body: '{}',
      },
    ],
    'request to the clock': () => [
      `${fixture.runtime.controlPlane}/local/clock`,
      { headers: { 'content-type': 'text/plain' }, body: '{"advance_seconds":60}' },
    ],
    'request to a secret': () => [
      fixture.runtime.controlPlane,
      { headers: { 'x-amz-target': 'secretsmanager.ListSecrets' }, body: '{}' },
    ],
    'payment page': () => [`${fixture.runtime.endpoints.payments}/checkout/none`, {}],
    'sign-in page': () => [`${fixture.runtime.baseUrl}/.local/oidc/authorize`, {}],
    'configuration of the web app': () => [`${fixture.runtime.baseUrl}/config.json`, {}],
  };

  const withHeaders = ([url, sent]: readonly [string, Sent], headers: Readonly<Record<string, string>>) =>
    send(url, { ...sent, headers: { ...sent.headers, ...headers } });

  describe.each(Object.entries(services))('a %s', (_, asked) => {
    test.each([
      ['the page of another machine', { origin: page }],
      ['a page without an origin', { origin: 'null' }],
      ['a page whose name resolves to this machine', { host: 'evil.example' }],
      [
        'such a page at the port of the service',
        { host: 'evil.example:4000', origin: 'http://evil.example:4000' },
      ],
      ['a page that hides its host', { origin: 'http://localhost.evil.example' }],
    ])('of %s is refused', async (_page, headers) => {
      const { status, headers: returned, text: body } = await withHeaders(asked(), headers);
      expect([status, body]).toEqual([403, expect.stringMatching(/^Refused: the Host or Origin/)]);
      expect(Object.keys(returned).filter((name) => /^access-control/.test(name))).toEqual([]);
    });

    test.each([
      {},
      { host: 'localhost:1' },
      { host: '[::1]:4000', origin: 'http://[::1]:4000' },
      { origin: 'http://app.localhost:5173' },
      { origin: 'http://127.0.0.1:3000' },
    ])('of this machine is served: %j', async (headers) => {
      const { text: body } = await withHeaders(asked(), headers);
      expect(body).not.toContain('Refused');
    });
  });

  describe('a deployed API', () => {
    test('decides about pages itself, and has the host names of its custom domains', async () => {
      const answer = await send(`${fixture.runtime.baseUrl}/v1/nowhere`, { headers: { origin: page } });
      expect([answer.headers['access-control-allow-origin'], answer.text]).toEqual([
        '*',
        expect.stringContaining('Missing Authentication Token'),
      ]);
      for (const address of Object.values(fixture.runtime.addresses).flat()) {
        const { host, pathname } = new URL(address);
        const own = await send(`${fixture.runtime.baseUrl}${pathname}/v1/open`, { headers: { host } });
        expect([address, own.text]).toEqual([address, expect.not.stringContaining('Refused')]);
      }
      const { status } = await send(`${fixture.runtime.baseUrl}/v1/open`, {
        headers: { host: 'evil.example' },
      });
      expect(status).toBe(403);
    });
  });

  describe('a presigned URL', () => {
    const signed = (secretAccessKey: string, command: GetObjectCommand | PutObjectCommand) =>
      getSignedUrl(
        new S3Client({
          endpoint: fixture.runtime.endpoints.s3,
          region: 'us-east-1',
          forcePathStyle: true,
          requestChecksumCalculation: 'WHEN_REQUIRED',
          credentials: { accessKeyId: 'local', secretAccessKey },
        }),
        command,
      );
    const object = () => ({ Bucket: bucket(), Key: 'signed.txt' });

    test('serves the page of another machine, if a function has signed it', async () => {
      const upload = await signed(secret, new PutObjectCommand(object()));
      const asked = { origin: page, 'access-control-request-method': 'PUT' };
      expect((await send(upload, { method: 'OPTIONS', headers: asked })).text).not.toContain('Refused');
      expect((await send(upload, { method: 'PUT', headers: { origin: page }, body: 'kept' })).status).toBe(
        200,
      );
      const download = await signed(secret, new GetObjectCommand(object()));
      expect((await send(download, { headers: { origin: page } })).text).toBe('kept');
      expect((await send(download, { headers: { host: 'evil.example' } })).status).toBe(403);
    });

    test('serves no page that signed it itself, or for another request', async () => {
      const own = await signed('local', new GetObjectCommand(object()));
      const download = await signed(secret, new GetObjectCommand(object()));
      for (const [method, url] of [
        ['GET', own],
        ['PUT', download],
        ['GET', download.replace('signed.txt', 'a.txt')],
      ] as const) {
        expect((await send(url, { method, headers: { origin: page } })).text).toContain('Refused');
      }
    });
  });

  test('functions reach the DynamoDB engine at a port that browsers refuse', async () => {
    const { environment } = (await fixture.call('/v1/greeting')).json;
    expect(portsWithoutBrowsers).toContain(Number(new URL(environment.AWS_ENDPOINT_URL_DYNAMODB).port));
  });
});
