import type { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from '@jest/globals';
import { startS3 } from '#lib/local/s3/s3-engine.ts';
import type { BucketConfig } from '#lib/local/s3/store/object-record.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import type { Engine } from '#lib/local/supervised-engine.ts';
import { newFolder, removeFolder } from '../fixture/runtime.ts';

const rule = { prefix: 'inbox/', suffix: '' };
const buckets: BucketConfig[] = [
  {
    name: 'plain',
    versioned: false,
    objectLock: false,
    cors: [],
    notifications: [
      { ...rule, id: 'inbox', events: ['s3:ObjectCreated:*'], suffix: '.txt', targetArn: 'arn:inbox' },
      { ...rule, id: 'gone', events: ['s3:ObjectRemoved:Delete'], targetArn: 'arn:gone' },
    ],
  },
  { name: 'versioned', versioned: true, objectLock: false, cors: [], notifications: [] },
  { name: 'locked', versioned: true, objectLock: true, cors: [], notifications: [] },
];

/** Starts an S3 engine with three buckets for the tests of a file. */
export function s3OfTests() {
  const path = newFolder();
  const folder = DataFolder.take(path);
  const events: { readonly targetArn: string; readonly payload: string }[] = [];
  let engine: Engine;
  let client: S3Client;
  const deliver = (targetArn: string, payload: string) => events.push({ targetArn, payload });
  const settings = () => ({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const start = async () => {
    const credentials = { accessKey: 'local', secretKey: 'local' };
    engine = await startS3({ folder, region: 'us-east-1', buckets, credentials, deliver, log: () => {} });
    client = new S3Client(settings());
  };
  beforeAll(start);
  afterAll(async () => {
    await engine?.stop();
    removeFolder(path);
  });
  return {
    /** Notifications that were delivered. */
    events,
    client: () => client,
    endpoint: () => engine.endpoint,
    settings,
    restart: async () => {
      await engine.stop();
      await start();
    },
    put: (Key: string, Body: string | Buffer | Readable, more: object = {}) =>
      client.send(new PutObjectCommand({ Bucket: 'plain', Key, Body, ...more })),
    read: async (Key: string, more: object = {}) => {
      const { Body, ...rest } = await client.send(new GetObjectCommand({ Bucket: 'plain', Key, ...more }));
      return { ...rest, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
    },
  };
}
