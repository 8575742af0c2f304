import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Checkpoint } from '#audit/checkpoints/checkpoint.ts';
import { takeCheckpoint } from '#audit/checkpoints/take-checkpoint.ts';
import { ndjsonLines } from '#audit/export/export-lines.ts';
import { continueExport } from '#audit/export/export-run.ts';
import { verifyExport } from '#audit/export/verify-export.ts';
import { newExport } from '#audit/runs/run-views.ts';
import { onFreePort } from '#lib/local/dynamodb/free-port.ts';
import { createS3Server } from '#lib/local/s3/api/s3-server.ts';
import { ObjectStore } from '#lib/local/s3/store/object-store.ts';
import { exportFile } from '#store/audit/export-file.ts';
import { uploadArchive } from '#store/s3/archive-upload.ts';
import { type Bucket, openBucket, pagesOf } from '#store/s3/bucket.ts';
import { erasePrefix, listVersions } from '#store/s3/object-versions.ts';
import {
  copyObject,
  findObject,
  listObjects,
  openX12Bucket,
  putNewObject,
  putObject,
  readWholeObject,
  removeObject,
  type StoredObject,
} from '#store/s3/x12-bucket.ts';
import { allOf, asyncValues } from '../../audit/export/exported-chain.ts';
import { newMemoryChain } from '../../audit/memory-chain.ts';
import { installedTool } from '../../fuzz/python-tool.ts';
import { leaveOut, sized } from '../../soak.ts';
import { startedEngine } from '../dynamodb/dynamo-engine.ts';

interface S3Engine {
  readonly endpoint: string;
  stop(): Promise<void>;
}

const names = { files: 'files', checkpoints: 'checkpoints' };

async function startEmbedded(): Promise<S3Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'granary-s3-'));
  const buckets = Object.values(names).map((name) => ({
    ...{ name, versioned: true, objectLock: name === names.checkpoints, cors: [], notifications: [] },
  }));
  const server = createS3Server(new ObjectStore(directory, buckets, () => {}), {
    ...{ accessKey: 'local', secretKey: 'local' },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const startMoto = (program: string): Promise<S3Engine> =>
  onFreePort((port) => {
    const engine = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    return startedEngine(engine, `http://127.0.0.1:${port}`);
  });

/** moto's server; undefined where it cannot be had. */
function motoServer(): string | undefined {
  const tool = { name: 'moto', requirement: 'moto[server]==5.2.5', python: 10, command: 'moto_server' };
  try {
    const program = installedTool(tool);
    if (program === undefined) leaveOut('S3 on moto', 'Python 3.10 or later with venv is not installed');
    return program;
  } catch {
    leaveOut('S3 on moto', `pip cannot install ${tool.requirement}`);
    return undefined;
  }
}

const isSecondWanted = sized('engines of S3 under the stores', { short: 1, soak: 2 }) === 2;
const entries = sized('entries of an export in parts', { short: 30_000, soak: 50_000 });
const moto = isSecondWanted ? motoServer() : undefined;

const engines: readonly (readonly [string, () => Promise<S3Engine>])[] = [
  ['the local runtime', startEmbedded],
  ...(moto === undefined ? [] : [['moto', () => startMoto(moto)] as const]),
];

describe.each(engines)('the stores, on S3 of %s', (engineName, start) => {
  let engine: S3Engine;
  let files: Bucket;
  beforeAll(async () => {
    engine = await start();
    Object.assign(process.env, {
      ...{ AWS_ENDPOINT_URL_S3: engine.endpoint, AWS_REGION: 'us-east-1' },
      ...{ AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    });
    files = openX12Bucket(names.files);
    if (engineName === 'moto') await createBuckets(files);
  });
  afterAll(() => engine?.stop());

  const now = () => new Date('2026-11-20T10:00:00Z');

  test('an export in several parts ends, once however often, and verifies', async () => {
    const chain = newMemoryChain(entries);
    await takeCheckpoint(chain, { now: now() });
    const bucket = openBucket(names.files);
    const file = exportFile(bucket);
    const head = await chain.source.head();
    const begun = newExport({ id: 'run', now: now(), from: undefined, to: undefined, head });
    const context = { save: async () => {}, outOfTime: () => false, now };
    const run = await continueExport(chain, file, begun, context);
    expect(run).toMatchObject({ state: 'done', entries });
    expect(run.parts).toBeGreaterThan(1);
    await file.finish('run', run.upload_id ?? '');
    const { Body } = await bucket.client.send(
      new GetObjectCommand({ Bucket: bucket.name, Key: 'audit-exports/run.ndjson' }),
    );
    const text = (await Body?.transformToString()) ?? '';
    expect(Buffer.byteLength(text)).toBe(run.bytes);
    const verified = await verifyExport(ndjsonLines(asyncValues([text])), { publicKey: chain.pem });
    expect(verified).toMatchObject({ ok: true, checked: entries, checkpoints: 1 });
  });

  test('a list of parts has each part once, whatever the markers of its pages', async () => {
    const { client, name: Bucket } = openBucket(names.files);
    const address = { Bucket, Key: 'parts' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(address));
    for (const PartNumber of [3, 1, 2, 7])
      await client.send(new UploadPartCommand({ ...address, UploadId, PartNumber, Body: 'part' }));
    for (const MaxParts of [1, 2, 3, 4, 1000]) {
      const pages = pagesOf((before?: ListPartsCommandOutput) =>
        client.send(
          new ListPartsCommand({
            ...{ ...address, UploadId, MaxParts },
            PartNumberMarker: before?.NextPartNumberMarker,
          }),
        ),
      );
      const listed = await allOf(pages);
      expect(listed.flatMap(({ Parts = [] }) => Parts.map(({ PartNumber }) => PartNumber))).toEqual([
        1, 2, 3, 7,
      ]);
      expect(listed).toHaveLength(Math.ceil(4 / MaxParts));
      // S3 sends a marker on the last page too.
      expect(listed.at(-1)?.NextPartNumberMarker).toBe('7');
    }
  });

  test('lists over several pages have each object and each version once', async () => {
    const keys = Array.from({ length: 1010 }, (_, n) => `many/${String(n).padStart(4, '0')}`);
    await inGroups(keys, (key) => putObject(files, key, Buffer.from('x'), 'text/plain'));
    // A page of 1,000 ends between these versions of one object.
    for (let n = 0; n < 20; n++) await putObject(files, 'many/0990', Buffer.from('y'), 'text/plain');
    const removed = await found(files, 'many/0005');
    await removeObject(files, removed);
    const objects = await allOf(listObjects(files, 'many/'));
    expect(objects.map(({ Key }) => Key)).toEqual(keys.filter((key) => key !== removed.key));
    const pages = await allOf(listVersions(files, 'many/'));
    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(1000);
    const versions = pages.flat();
    expect(versions).toHaveLength(keys.length + 20 + 1);
    expect(new Set(versions.map(({ key, version }) => `${key} ${version}`)).size).toBe(versions.length);
    expect(versions.filter(({ isCurrent }) => isCurrent)).toHaveLength(keys.length);
    expect(await erasePrefix(files, 'many/', () => false)).toBe(true);
    expect((await allOf(listVersions(files, 'many/'))).flat()).toEqual([]);
  });

  test('checkpoints are listed over several pages, with the first version of each', async () => {
    Object.assign(process.env, {
      ...{ CHECKPOINT_BUCKET: names.checkpoints, CHECKPOINT_KEY: 'key', EXPORT_BUCKET: names.files },
      ...{ CLAIMS_TABLE: 'claims', AUDIT_TABLE: 'audit', SEARCH_KEY_SECRET: 'search-key' },
    });
    const { checkpointArchive } = await import('#store/audit/checkpoints.ts');
    const bucket = openBucket(names.checkpoints);
    const archive = checkpointArchive(bucket, 'main');
    const signed = Array.from({ length: 1010 }, (_, n) => checkpointOf(n + 1, 'a'));
    await inGroups(signed, (one) => archive.put(one));
    await archive.put(checkpointOf(7, 'b'));
    const replaced = { Bucket: bucket.name, Key: 'checkpoints/main/0000000000000008.json' };
    const Body = JSON.stringify(checkpointOf(8, 'b'));
    await bucket.client.send(new PutObjectCommand({ ...replaced, Body, ChecksumAlgorithm: 'SHA256' }));
    expect(await allOf(archive.list())).toEqual(signed);
    expect(await allOf(archive.list(1003))).toEqual(signed.slice(1003));
    expect(await archive.newest()).toEqual(signed.at(-1));
  });

  test('a file is stored once, copied as it is, and removed unless it is newer', async () => {
    const key = 'inbox/a b+ä.x12';
    const text = async (object: StoredObject) => (await readWholeObject(files, object)).toString();
    for (const content of ['one', 'two']) await putNewObject(files, key, Buffer.from(content), 'text/plain');
    const first = await found(files, key);
    expect(await text(first)).toBe('one');
    await copyObject(files, first, 'archive/ä.x12');
    expect(await text(await found(files, 'archive/ä.x12'))).toBe('one');
    await putObject(files, key, Buffer.from('three'), 'text/plain');
    await removeObject(files, first);
    expect([await text(first), await text(await found(files, key))]).toEqual(['one', 'three']);
    await removeObject(files, await found(files, key));
    expect(await findObject(files, { key })).toBeUndefined();
    const [marker] = (await allOf(listVersions(files, key))).flat().filter(({ isMarker }) => isMarker);
    expect(await findObject(files, { key, version: marker?.version })).toBeUndefined();
    expect(await text(first)).toBe('one');
  });

  test('an archive is uploaded in parts, byte for byte', async () => {
    const pieces = Array.from({ length: 17 }, () => randomBytes(1024 * 1024));
    const { size, sha256 } = await uploadArchive(files, 'archive.zip', asyncValues(pieces));
    const stored = await readWholeObject(files, await found(files, 'archive.zip'));
    expect([size, sha256]).toEqual([stored.length, createHash('sha256').update(stored).digest('hex')]);
    expect(stored.equals(Buffer.concat(pieces))).toBe(true);
  });
});

async function createBuckets({ client }: Bucket): Promise<void> {
  for (const Bucket of Object.values(names)) {
    const ObjectLockEnabledForBucket = Bucket === names.checkpoints;
    await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket }));
    const VersioningConfiguration = { Status: 'Enabled' } as const;
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  }
}

async function inGroups<Value>(
  values: readonly Value[],
  write: (value: Value) => Promise<unknown>,
): Promise<void> {
  for (let n = 0; n < values.length; n += 40) await Promise.all(values.slice(n, n + 40).map(write));
}

async function found(bucket: Bucket, key: string): Promise<StoredObject> {
  const object = await findObject(bucket, { key });
  if (object === undefined) throw new Error(`There is no object ${key}`);
  return object;
}

const checkpointOf = (sequence: number, digit: string): Checkpoint => ({
  ...{ chain: 'main', sequence, hash: digit.repeat(64), time: '2026-11-20T10:00:00.000Z' },
  ...{ key_id: digit.repeat(64), signature: 'AAAA' },
});
