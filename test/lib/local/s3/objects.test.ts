import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { s3OfTests } from './s3-of-tests.ts';

const { client, endpoint, put, read } = s3OfTests();

const oddKeys = [
  'a b+c.txt',
  'ünïcödé/日本語/😀.txt',
  'double//slash',
  'inbox/..',
  'inbox/../here',
  'a/b/../../up',
  './here',
  'trailing/',
  'percent%20encoded',
  'quotes"\'<&>.txt',
  `${'long/'.repeat(150)}${'n'.repeat(250)}`,
  'a',
  'a/b',
];

/** Without fetch, which resolves `..` itself. */
const sendRaw = (path: string): Promise<{ readonly status: number | undefined; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(endpoint());
    const asked = httpRequest({ hostname, port, path, method: 'PUT' }, async (response) =>
      resolve({ status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() }),
    );
    asked.on('error', reject).end('x');
  });

describe('objects', () => {
  test.each(oddKeys)('with the key %j are read, listed and deleted', async (key) => {
    await put(key, `content of ${key}`, { ContentType: 'text/x-odd', Metadata: { from: 'test' } });
    const found = await read(key);
    expect(found.bytes.toString()).toBe(`content of ${key}`);
    expect(found).toMatchObject({ ContentType: 'text/x-odd', Metadata: { from: 'test' } });
    const { Contents = [] } = await client().send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: key }));
    expect(Contents.map(({ Key }) => Key)).toContain(key);
    await client().send(new DeleteObjectCommand({ Bucket: 'plain', Key: key }));
    await expect(read(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test.each(['..', '../here', 'inbox/../../up', 'a/../b/../../up'])(
    'with the key %j, which leads above the bucket, are refused without a body, as by S3',
    async (key) => {
      await expect(put(key, 'x')).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
      await expect(read(key)).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
      const { status, text } = await sendRaw(`/plain/${key}`);
      expect([status, text]).toEqual([400, '']);
    },
  );

  test('with a key of more than 1,024 bytes are refused', async () => {
    const key = 'é'.repeat(513);
    await expect(put(key, 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' });
    const upload = new CreateMultipartUploadCommand({ Bucket: 'plain', Key: key });
    await expect(client().send(upload)).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  test('arrive byte for byte as a stream (aws-chunked with a trailing checksum)', async () => {
    const content = randomBytes(3 * 1024 * 1024 + 17);
    await put('stream', Readable.from([content.subarray(0, 100_000), content.subarray(100_000)]), {
      ContentLength: content.length,
      ContentEncoding: 'identity',
    });
    const found = await read('stream', { ChecksumMode: 'ENABLED' });
    expect(found.bytes.equals(content)).toBe(true);
    expect(found.ETag).toBe(`"${createHash('md5').update(content).digest('hex')}"`);
    expect(found.ContentEncoding).toBe('identity');
    expect(found.ChecksumCRC32).toBeDefined();
  });

  test('stay unchanged by a body that does not match its checksum', async () => {
    await put('checked', 'right');
    const url = `${endpoint()}/plain/checked`;
    const wrong = createHash('sha256').update('right').digest('base64');
    const bySha = await fetch(url, {
      method: 'PUT',
      body: 'wrong',
      headers: { 'x-amz-checksum-sha256': wrong },
    });
    expect([bySha.status, await bySha.text()]).toEqual([400, expect.stringContaining('BadDigest')]);
    const byMd5 = await fetch(url, { method: 'PUT', body: 'wrong', headers: { 'Content-MD5': 'AAAA' } });
    expect(byMd5.status).toBe(400);
    expect((await read('checked')).bytes.toString()).toBe('right');
  });

  test('stay unchanged by an upload that is cut off', async () => {
    await put('cut', 'whole');
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${endpoint()}/plain/cut`, {
        method: 'PUT',
        headers: { 'Content-Length': '1000' },
      });
      request.on('error', () => {}).on('close', () => resolve());
      request.write('half', () => setTimeout(() => request.destroy(), 20));
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await read('cut')).bytes.toString()).toBe('whole');
  });

  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ])('are read in the range %s', async (Range, expected, ContentRange) => {
    await put('digits', '0123456789');
    const found = await read('digits', { Range });
    expect([found.bytes.toString(), found.ContentRange]).toEqual([expected, ContentRange]);
  });

  test('refuse a range beyond the end', async () => {
    await put('digits', '0123456789');
    await expect(read('digits', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  test('are written by exactly one of many writers with if-none-match *', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => put('once', `writer ${index}`, { IfNoneMatch: '*' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } });
  });

  test('honor if-match, and if-none-match with 304', async () => {
    const { ETag } = await put('match', 'one');
    await put('match', 'two', { IfMatch: ETag });
    await expect(put('match', 'three', { IfMatch: ETag })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    const { ETag: second } = await client().send(new HeadObjectCommand({ Bucket: 'plain', Key: 'match' }));
    await expect(read('match', { IfNoneMatch: second })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
  });

  test('keep content and metadata in a copy, or take new metadata', async () => {
    await put('copy from/ä.txt', 'content', { Metadata: { a: '1' }, ContentType: 'text/plain' });
    const CopySource = `plain/${encodeURIComponent('copy from/ä.txt')}`;
    await client().send(new CopyObjectCommand({ Bucket: 'plain', Key: 'copied', CopySource }));
    expect(await read('copied')).toMatchObject({ Metadata: { a: '1' }, ContentType: 'text/plain' });
    await client().send(
      new CopyObjectCommand({
        Bucket: 'plain',
        Key: 'copied',
        CopySource,
        MetadataDirective: 'REPLACE',
        Metadata: { b: '2' },
      }),
    );
    await client().send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'copy from/ä.txt' }));
    const found = await read('copied');
    expect([found.bytes.toString(), found.Metadata]).toEqual(['content', { b: '2' }]);
  });

  test('may be empty', async () => {
    await put('empty', Buffer.alloc(0));
    expect(await read('empty')).toMatchObject({ ContentLength: 0, bytes: Buffer.alloc(0) });
  });

  test('report a missing bucket and a missing key as different errors', async () => {
    const get = (Bucket: string, Key: string) => client().send(new GetObjectCommand({ Bucket, Key }));
    await expect(get('nowhere', 'x')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(get('plain', 'missing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(
      client().send(new HeadObjectCommand({ Bucket: 'plain', Key: 'missing' })),
    ).rejects.toMatchObject({
      name: 'NotFound',
    });
  });
});
