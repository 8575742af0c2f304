import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Engine } from '#lib/local/dynamodb/dynamodb.ts';
import { startS3 } from '#lib/local/s3/s3-engine.ts';
import type { BucketConfig } from '#lib/local/s3/store/object-record.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { newFolder, removeFolder, until } from '../fixture/runtime.ts';

const path = newFolder();
const folder = DataFolder.take(path);
const plain = { versioned: false, objectLock: false, cors: [], notifications: [] };
const buckets: BucketConfig[] = [
  {
    ...plain,
    name: 'plain',
    cors: [{ origins: ['https://app.example'], methods: ['GET', 'PUT'], headers: ['*'], expose: ['ETag'] }],
    notifications: [
      {
        id: 'inbox',
        events: ['s3:ObjectCreated:*'],
        prefix: 'inbox/',
        suffix: '.txt',
        targetArn: 'arn:inbox',
      },
      {
        id: 'gone',
        events: ['s3:ObjectRemoved:Delete'],
        prefix: 'inbox/',
        suffix: '',
        targetArn: 'arn:gone',
      },
    ],
  },
  { ...plain, name: 'versioned', versioned: true },
  { ...plain, name: 'locked', versioned: true, objectLock: true },
];
const events: { readonly targetArn: string; readonly payload: string }[] = [];
let engine: Engine;
let client: S3Client;

const start = async () => {
  engine = await startS3({
    folder,
    region: 'us-east-1',
    buckets,
    onNotification: (_, targetArn, payload) => events.push({ targetArn, payload }),
    log: () => {},
  });
  client = new S3Client(clientSettings());
};

const clientSettings = () => ({
  endpoint: engine.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

beforeAll(start);

afterAll(async () => {
  await engine?.stop();
  removeFolder(path);
});

const put = (Key: string, Body: string | Buffer | Readable, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket: 'plain', Key, Body, ...more }));
const read = async (Key: string, more: object = {}) => {
  const { Body, ...rest } = await client.send(new GetObjectCommand({ Bucket: 'plain', Key, ...more }));
  return { ...rest, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
};

const oddKeys = [
  'a b+c.txt',
  'ünïcödé/日本語/😀.txt',
  'double//slash',
  '../../up',
  '../here',
  'trailing/',
  'percent%20encoded',
  'quotes"\'<&>.txt',
  `${'long/'.repeat(150)}${'n'.repeat(250)}`,
  'a',
  'a/b',
];

describe('objects', () => {
  test.each(oddKeys)('key %j: what was put is read, listed and deleted', async (key) => {
    await put(key, `content of ${key}`, { ContentType: 'text/x-odd', Metadata: { from: 'test' } });
    const found = await read(key);
    expect(found.bytes.toString()).toBe(`content of ${key}`);
    expect(found).toMatchObject({ ContentType: 'text/x-odd', Metadata: { from: 'test' } });
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: key }));
    expect(Contents.map(({ Key }) => Key)).toContain(key);
    await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: key }));
    await expect(read(key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('a stream of unknown chunks (aws-chunked with a trailing checksum) arrives byte for byte', async () => {
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

  test('a body that is not what its checksum says is refused and changes nothing', async () => {
    await put('checked', 'right');
    const url = `${engine.endpoint}/plain/checked`;
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

  test('an upload that is cut off leaves what was there', async () => {
    await put('cut', 'whole');
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${engine.endpoint}/plain/cut`, {
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
  ])('range %s', async (Range, expected, ContentRange) => {
    await put('digits', '0123456789');
    const found = await read('digits', { Range });
    expect([found.bytes.toString(), found.ContentRange]).toEqual([expected, ContentRange]);
  });

  test('a range beyond the end is refused', async () => {
    await put('digits', '0123456789');
    await expect(read('digits', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  test('if-none-match * lets exactly one of many writers through', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => put('once', `writer ${index}`, { IfNoneMatch: '*' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } });
  });

  test('if-match and 304', async () => {
    const { ETag } = await put('match', 'one');
    await put('match', 'two', { IfMatch: ETag });
    await expect(put('match', 'three', { IfMatch: ETag })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    const { ETag: second } = await client.send(new HeadObjectCommand({ Bucket: 'plain', Key: 'match' }));
    await expect(read('match', { IfNoneMatch: second })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
  });

  test('a copy keeps content and metadata, or takes new ones', async () => {
    await put('copy from/ä.txt', 'content', { Metadata: { a: '1' }, ContentType: 'text/plain' });
    const CopySource = `plain/${encodeURIComponent('copy from/ä.txt')}`;
    await client.send(new CopyObjectCommand({ Bucket: 'plain', Key: 'copied', CopySource }));
    expect(await read('copied')).toMatchObject({ Metadata: { a: '1' }, ContentType: 'text/plain' });
    await client.send(
      new CopyObjectCommand({
        Bucket: 'plain',
        Key: 'copied',
        CopySource,
        MetadataDirective: 'REPLACE',
        Metadata: { b: '2' },
      }),
    );
    await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'copy from/ä.txt' }));
    const found = await read('copied');
    expect([found.bytes.toString(), found.Metadata]).toEqual(['content', { b: '2' }]);
  });

  test('an empty object', async () => {
    await put('empty', Buffer.alloc(0));
    expect(await read('empty')).toMatchObject({ ContentLength: 0, bytes: Buffer.alloc(0) });
  });

  test('missing bucket and key are told apart', async () => {
    const get = (Bucket: string, Key: string) => client.send(new GetObjectCommand({ Bucket, Key }));
    await expect(get('nowhere', 'x')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(get('plain', 'missing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(
      client.send(new HeadObjectCommand({ Bucket: 'plain', Key: 'missing' })),
    ).rejects.toMatchObject({
      name: 'NotFound',
    });
  });
});

describe('lists', () => {
  test('2,345 keys come in pages, in the order of their bytes, each once', async () => {
    const keys = Array.from({ length: 2_345 }, (_, index) => `many/${index}`);
    for (let index = 0; index < keys.length; index += 100) {
      await Promise.all(keys.slice(index, index + 100).map((key) => put(key, 'x')));
    }
    const found: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: 'plain',
          Prefix: 'many/',
          ...(ContinuationToken && { ContinuationToken }),
        }),
      );
      found.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(found).toEqual(keys.toSorted());
    const Objects = keys.slice(0, 1_000).map((Key) => ({ Key }));
    const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket: 'plain', Delete: { Objects } }));
    expect(Deleted).toHaveLength(1_000);
  });

  test('a delimiter gathers what lies below it, also over pages', async () => {
    for (const key of ['d/1', 'd/a/1', 'd/a/2', 'd/b/1', 'd/z']) await put(key, 'x');
    const list = (more: object) =>
      client.send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: 'd/', Delimiter: '/', ...more }));
    const whole = await list({});
    expect(whole.Contents?.map(({ Key }) => Key)).toEqual(['d/1', 'd/z']);
    expect(whole.CommonPrefixes?.map(({ Prefix }) => Prefix)).toEqual(['d/a/', 'd/b/']);
    const seen: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ MaxKeys: 1, ...(ContinuationToken && { ContinuationToken }) });
      seen.push(...(page.Contents ?? []).map(({ Key }) => Key));
      seen.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(seen).toEqual(['d/1', 'd/a/', 'd/b/', 'd/z']);
  });
});

test('an upload in parts is one object, whichever part came first', async () => {
  const target = { Bucket: 'plain', Key: 'parts' };
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ContentType: 'text/parts' }),
  );
  const contents = [randomBytes(5 * 1024 * 1024), randomBytes(1_000)];
  const upload = async (PartNumber: number) => {
    const Body = contents[PartNumber - 1] ?? '';
    const { ETag } = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const second = await upload(2);
  const Parts = [await upload(1), second];
  const complete = (parts: typeof Parts) =>
    client.send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }),
    );
  await expect(complete([{ PartNumber: 1, ETag: '"wrong"' }])).rejects.toMatchObject({ name: 'InvalidPart' });
  const { ETag } = await complete(Parts);
  expect(ETag).toMatch(/^"[\da-f]{32}-2"$/);
  const found = await read('parts');
  expect(found.bytes.equals(Buffer.concat(contents))).toBe(true);
  expect(found.ContentType).toBe('text/parts');
});

test('a checksum that was announced for an upload in parts is asked for at its end', async () => {
  const target = { Bucket: 'plain', Key: 'summed' };
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'CRC32' }),
  );
  const { ETag, ChecksumCRC32 } = await client.send(
    new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }),
  );
  const complete = (part: object) => {
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag, ...part }] };
    return client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
  };
  await expect(complete({})).rejects.toMatchObject({ name: 'InvalidRequest' });
  await expect(complete({ ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'InvalidPart' });
  await complete({ ChecksumCRC32 });
  expect((await read('summed')).bytes.toString()).toBe('x');
});

describe('presigned addresses', () => {
  const presigning = () => new S3Client({ ...clientSettings(), requestChecksumCalculation: 'WHEN_REQUIRED' });

  test('put and get without credentials', async () => {
    const key = 'presigned/a b+ü.txt';
    const upload = await getSignedUrl(presigning(), new PutObjectCommand({ Bucket: 'plain', Key: key }), {
      expiresIn: 60,
    });
    expect((await fetch(upload, { method: 'PUT', body: 'through a link' })).status).toBe(200);
    const download = await getSignedUrl(
      client,
      new GetObjectCommand({ Bucket: 'plain', Key: key, ResponseContentDisposition: 'attachment' }),
      { expiresIn: 60 },
    );
    const answer = await fetch(download);
    expect([await answer.text(), answer.headers.get('content-disposition')]).toEqual([
      'through a link',
      'attachment',
    ]);
  });

  test('as on AWS, the checksum that a default client signs into an address fits an empty body only', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'plain', Key: 'signed' }));
    const answer = await fetch(url, { method: 'PUT', body: 'not empty' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('BadDigest')]);
  });

  test('one that has expired is refused', async () => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'plain', Key: 'digits' }), {
      expiresIn: 10,
      signingDate: new Date(Date.now() - 60_000),
    });
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('Request has expired'),
    ]);
  });
});

test('a browser of an allowed origin may put, another may not', async () => {
  const preflight = (origin: string) =>
    fetch(`${engine.endpoint}/plain/x`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
  const allowed = await preflight('https://app.example');
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'https://app.example',
  ]);
  expect((await preflight('https://evil.example')).status).toBe(403);
});

describe('versions and locks', () => {
  test('each put is a version; deleting hides them behind a marker; deleting one removes it', async () => {
    const target = { Bucket: 'versioned', Key: 'v' };
    const first = await client.send(new PutObjectCommand({ ...target, Body: 'one' }));
    await client.send(new PutObjectCommand({ ...target, Body: 'two' }));
    const deleted = await client.send(new DeleteObjectCommand(target));
    expect(deleted.DeleteMarker).toBe(true);
    await expect(client.send(new GetObjectCommand(target))).rejects.toMatchObject({ name: 'NoSuchKey' });
    const old = await client.send(new GetObjectCommand({ ...target, VersionId: first.VersionId }));
    expect(await old.Body?.transformToString()).toBe('one');
    await client.send(new DeleteObjectCommand({ ...target, VersionId: deleted.VersionId }));
    const current = await client.send(new GetObjectCommand(target));
    expect(await current.Body?.transformToString()).toBe('two');
    const { Versions } = await client.send(new ListObjectVersionsCommand({ Bucket: 'versioned' }));
    expect(Versions?.map(({ IsLatest }) => IsLatest)).toEqual([true, false]);
  });

  test('a locked version can be neither deleted nor freed earlier', async () => {
    const target = { Bucket: 'locked', Key: 'checkpoint/1' };
    const until = new Date(Date.now() + 3_600_000);
    const { VersionId } = await client.send(
      new PutObjectCommand({
        ...target,
        Body: 'sealed',
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: until,
      }),
    );
    const { Retention } = await client.send(new GetObjectRetentionCommand(target));
    expect(Retention).toEqual({ Mode: 'COMPLIANCE', RetainUntilDate: until });
    await expect(client.send(new DeleteObjectCommand({ ...target, VersionId }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    const shorten = new PutObjectRetentionCommand({
      ...target,
      Retention: { Mode: 'COMPLIANCE', RetainUntilDate: new Date(Date.now() + 1_000) },
    });
    await expect(client.send(shorten)).rejects.toMatchObject({ name: 'AccessDenied' });
    await client.send(new PutObjectCommand({ ...target, Body: 'newer' }));
    await client.send(new DeleteObjectCommand(target));
    const sealed = await client.send(new GetObjectCommand({ ...target, VersionId }));
    expect(await sealed.Body?.transformToString()).toBe('sealed');
  });
});

describe('events', () => {
  const received = () =>
    events.map(({ targetArn, payload }) => ({ targetArn, record: JSON.parse(payload).Records[0] }));

  test('only for keys and changes of the rules, with keys form-encoded and rising sequencers', async () => {
    events.length = 0;
    await put('inbox/a b+ü(1).txt', 'x');
    await put('inbox/other.csv', 'x');
    await put('elsewhere/a.txt', 'x');
    await put('inbox/a b+ü(1).txt', 'xy');
    await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'inbox/other.csv' }));
    await until(() => events.length === 3);
    const [first, second, third] = received();
    expect(first).toMatchObject({
      targetArn: 'arn:inbox',
      record: {
        eventSource: 'aws:s3',
        eventName: 'ObjectCreated:Put',
        s3: { bucket: { name: 'plain' }, object: { key: 'inbox/a+b%2B%C3%BC%281%29.txt', size: 1 } },
      },
    });
    expect(second?.record.s3.object.sequencer > first?.record.s3.object.sequencer).toBe(true);
    expect(third).toMatchObject({ targetArn: 'arn:gone', record: { eventName: 'ObjectRemoved:Delete' } });
  });
});

test('everything is there again after a stop', async () => {
  await put('kept', 'still here');
  await engine.stop();
  await start();
  expect((await read('kept')).bytes.toString()).toBe('still here');
  const { Versions } = await client.send(new ListObjectVersionsCommand({ Bucket: 'versioned' }));
  expect(Versions).toHaveLength(2);
});
