import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectRetentionCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import { until } from '../fixture/runtime.ts';
import { s3OfTests } from './s3-of-tests.ts';

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
