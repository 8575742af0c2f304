import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectRetentionCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { AwsChunkedDecoder } from '#lib/local/s3/api/aws-chunked.ts';
import { until } from '../fixture/runtime.ts';
import { s3OfTests } from './s3-of-tests.ts';

describe('uploads and lists', () => {
  const { client, put, read, settings } = s3OfTests();

  describe('lists', () => {
    test('have 1,345 keys in pages, in the order of their bytes, each once', async () => {
      const keys = Array.from({ length: 1_345 }, (_, index) => `many/${index}`);
      for (let index = 0; index < keys.length; index += 100) {
        await Promise.all(keys.slice(index, index + 100).map((key) => put(key, 'x')));
      }
      const found: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client().send(
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
      const { Deleted } = await client().send(
        new DeleteObjectsCommand({ Bucket: 'plain', Delete: { Objects } }),
      );
      expect(Deleted).toHaveLength(1_000);
      const tooMany = new DeleteObjectsCommand({
        ...{ Bucket: 'plain', Delete: { Objects: keys.map((Key) => ({ Key })) } },
      });
      await expect(client().send(tooMany)).rejects.toMatchObject({ name: 'MalformedXML' });
      const firstVersion = client().send(new ListObjectsCommand({ Bucket: 'plain' }));
      await expect(firstVersion).rejects.toMatchObject({ name: 'NotImplemented' });
    });

    test('group keys by a delimiter, also over pages', async () => {
      for (const key of ['d/1', 'd/a/1', 'd/a/2', 'd/b/1', 'd/z']) await put(key, 'x');
      const list = (more: object) =>
        client().send(new ListObjectsV2Command({ Bucket: 'plain', Prefix: 'd/', Delimiter: '/', ...more }));
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

  test('an upload in parts becomes one object, in any order of the parts', async () => {
    const target = { Bucket: 'plain', Key: 'parts' };
    const { UploadId } = await client().send(
      new CreateMultipartUploadCommand({ ...target, ContentType: 'text/parts' }),
    );
    const contents = [randomBytes(5 * 1024 * 1024), randomBytes(1_000)];
    const upload = async (PartNumber: number) => {
      const Body = contents[PartNumber - 1] ?? '';
      const { ETag } = await client().send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
      return { PartNumber, ETag };
    };
    const second = await upload(2);
    const Parts = [await upload(1), second];
    const listed = await client().send(new ListPartsCommand({ ...target, UploadId }));
    expect(listed.Parts?.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))).toEqual(Parts);
    // As on AWS, a page past the end has a marker too: the beginning.
    const PartNumberMarker = listed.NextPartNumberMarker;
    const past = await client().send(new ListPartsCommand({ ...target, UploadId, PartNumberMarker }));
    expect([listed, past].map((page) => [page.IsTruncated, page.NextPartNumberMarker])).toEqual([
      [false, '2'],
      [false, '0'],
    ]);
    const complete = (parts: typeof Parts) =>
      client().send(
        new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }),
      );
    await expect(complete([{ PartNumber: 1, ETag: '"wrong"' }])).rejects.toMatchObject({
      name: 'InvalidPart',
    });
    const { ETag } = await complete(Parts);
    expect(ETag).toMatch(/^"[\da-f]{32}-2"$/);
    const found = await read('parts');
    expect(found.bytes.equals(Buffer.concat(contents))).toBe(true);
    expect(found.ContentType).toBe('text/parts');
  });

  test('an upload in parts with checksums needs them to complete', async () => {
    const target = { Bucket: 'plain', Key: 'summed' };
    const { UploadId } = await client().send(
      new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'CRC32' }),
    );
    const { ETag, ChecksumCRC32 } = await client().send(
      new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }),
    );
    const complete = (part: object) => {
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag, ...part }] };
      return client().send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
    };
    await expect(complete({})).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(complete({ ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'InvalidPart' });
    await complete({ ChecksumCRC32 });
    expect((await read('summed')).bytes.toString()).toBe('x');
  });

  describe('presigned URLs', () => {
    const presigning = () => new S3Client({ ...settings(), requestChecksumCalculation: 'WHEN_REQUIRED' });

    test('put and get an object without credentials', async () => {
      const key = 'presigned/a b+ü.txt';
      const upload = await getSignedUrl(presigning(), new PutObjectCommand({ Bucket: 'plain', Key: key }), {
        expiresIn: 60,
      });
      expect((await fetch(upload, { method: 'PUT', body: 'through a link' })).status).toBe(200);
      const download = await getSignedUrl(
        client(),
        new GetObjectCommand({ Bucket: 'plain', Key: key, ResponseContentDisposition: 'attachment' }),
        { expiresIn: 60 },
      );
      const answer = await fetch(download);
      expect([await answer.text(), answer.headers.get('content-disposition')]).toEqual([
        'through a link',
        'attachment',
      ]);
    });

    test('of a default client have the checksum of an empty body, as on AWS', async () => {
      const url = await getSignedUrl(client(), new PutObjectCommand({ Bucket: 'plain', Key: 'signed' }));
      const answer = await fetch(url, { method: 'PUT', body: 'not empty' });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('BadDigest')]);
    });

    test('are refused after they expire', async () => {
      const url = await getSignedUrl(client(), new GetObjectCommand({ Bucket: 'plain', Key: 'digits' }), {
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
});

describe('versions and events', () => {
  const { client, events, put, read, restart } = s3OfTests();

  describe('versions and locks', () => {
    test('a put adds a version, a delete adds a marker, the delete of a version removes it', async () => {
      const target = { Bucket: 'versioned', Key: 'v' };
      const first = await client().send(new PutObjectCommand({ ...target, Body: 'one' }));
      await client().send(new PutObjectCommand({ ...target, Body: 'two' }));
      const deleted = await client().send(new DeleteObjectCommand(target));
      expect(deleted.DeleteMarker).toBe(true);
      await expect(client().send(new GetObjectCommand(target))).rejects.toMatchObject({ name: 'NoSuchKey' });
      const old = await client().send(new GetObjectCommand({ ...target, VersionId: first.VersionId }));
      expect(await old.Body?.transformToString()).toBe('one');
      await client().send(new DeleteObjectCommand({ ...target, VersionId: deleted.VersionId }));
      const current = await client().send(new GetObjectCommand(target));
      expect(await current.Body?.transformToString()).toBe('two');
      const { Versions } = await client().send(new ListObjectVersionsCommand({ Bucket: 'versioned' }));
      expect(Versions?.map(({ IsLatest }) => IsLatest)).toEqual([true, false]);
      const page = { Bucket: 'versioned', MaxKeys: 1 };
      const one = await client().send(new ListObjectVersionsCommand(page));
      const [KeyMarker, VersionIdMarker] = [one.NextKeyMarker, one.NextVersionIdMarker];
      const rest = await client().send(
        new ListObjectVersionsCommand({ ...page, KeyMarker, VersionIdMarker }),
      );
      expect([...(one.Versions ?? []), ...(rest.Versions ?? [])]).toEqual(Versions);
      expect([one, rest].map((of) => [of.IsTruncated, of.NextKeyMarker])).toEqual([
        [true, 'v'],
        [false, undefined],
      ]);
      const withoutKey = client().send(new ListObjectVersionsCommand({ ...page, VersionIdMarker }));
      await expect(withoutKey).rejects.toMatchObject({ name: 'InvalidArgument' });
    });

    test('a locked version can be neither deleted nor unlocked', async () => {
      const target = { Bucket: 'locked', Key: 'checkpoint/1' };
      const until = new Date(Date.now() + 3_600_000);
      const { VersionId } = await client().send(
        new PutObjectCommand({
          ...target,
          Body: 'sealed',
          ObjectLockMode: 'COMPLIANCE',
          ObjectLockRetainUntilDate: until,
        }),
      );
      const { Retention } = await client().send(new GetObjectRetentionCommand(target));
      expect(Retention).toEqual({ Mode: 'COMPLIANCE', RetainUntilDate: until });
      await expect(client().send(new DeleteObjectCommand({ ...target, VersionId }))).rejects.toMatchObject({
        name: 'AccessDenied',
      });
      const shorten = new PutObjectRetentionCommand({
        ...target,
        Retention: { Mode: 'COMPLIANCE', RetainUntilDate: new Date(Date.now() + 1_000) },
      });
      await expect(client().send(shorten)).rejects.toMatchObject({ name: 'AccessDenied' });
      await client().send(new PutObjectCommand({ ...target, Body: 'newer' }));
      await client().send(new DeleteObjectCommand(target));
      const sealed = await client().send(new GetObjectCommand({ ...target, VersionId }));
      expect(await sealed.Body?.transformToString()).toBe('sealed');
    });
  });

  describe('events', () => {
    const received = () =>
      events.map(({ targetArn, payload }) => ({ targetArn, record: JSON.parse(payload).Records[0] }));

    test('match the rules, with form-encoded keys and rising sequencers', async () => {
      events.length = 0;
      await put('inbox/a b+ü(1).txt', 'x');
      await put('inbox/other.csv', 'x');
      await put('elsewhere/a.txt', 'x');
      await put('inbox/a b+ü(1).txt', 'xy');
      await client().send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'inbox/other.csv' }));
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

  test('objects and versions survive a restart', async () => {
    await put('kept', 'still here');
    await restart();
    expect((await read('kept')).bytes.toString()).toBe('still here');
    const { Versions } = await client().send(new ListObjectVersionsCommand({ Bucket: 'versioned' }));
    expect(Versions).toHaveLength(2);
  });
});

const encode = (chunks: readonly Uint8Array[], signature: string) =>
  Buffer.concat([
    ...chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}${signature}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`0${signature}\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n`),
  ]);

async function decode(encoded: Buffer, cuts: readonly number[]) {
  const decoder = new AwsChunkedDecoder();
  const edges = [
    0,
    ...cuts.map((cut) => cut % (encoded.length + 1)).toSorted((a, b) => a - b),
    encoded.length,
  ];
  const pieces = edges.slice(1).map((end, index) => encoded.subarray(edges[index], end));
  const content: Buffer[] = [];
  for await (const chunk of Readable.from(pieces).pipe(decoder)) content.push(chunk);
  return { content: Buffer.concat(content), trailers: decoder.trailers };
}

test('property: decodes chunks from any pieces of the encoded body', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 })),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.constantFrom('', ';chunk-signature=abc'),
      async (chunks, cuts, signature) => {
        const { content, trailers } = await decode(encode(chunks, signature), cuts);
        expect(content.equals(Buffer.concat(chunks))).toBe(true);
        expect(trailers.get('x-amz-checksum-crc32')).toBe('AAAAAA==');
      },
    ),
    { numRuns: 60 },
  );
});

test.each(['5\r\nabc', 'zz\r\nabc\r\n', '3\r\nabcd\r\n0\r\n\r\n', ''])('%j is refused', async (text) => {
  await expect(decode(Buffer.from(text), [])).rejects.toThrow();
});
