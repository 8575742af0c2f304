import { randomBytes } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from '@jest/globals';
import { s3OfTests } from './s3-of-tests.ts';

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
  const complete = (parts: typeof Parts) =>
    client().send(
      new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }),
    );
  await expect(complete([{ PartNumber: 1, ETag: '"wrong"' }])).rejects.toMatchObject({ name: 'InvalidPart' });
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
