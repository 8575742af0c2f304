import { text } from 'node:stream/consumers';
import { S3Error } from '../s3-error.ts';
import { lockSchema } from '../store/object-record.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { S3Request, S3Response } from './s3-request.ts';
import { elementText, writeXml } from './xml.ts';

export function handleGetRetention(store: ObjectStore, request: S3Request): S3Response {
  const { lock } = store.get(request.bucket, request.key, request.query.get('versionId'));
  if (lock === undefined) {
    throw new S3Error(
      'NoSuchObjectLockConfiguration',
      'The specified object does not have a ObjectLock configuration',
    );
  }
  return { body: writeXml('Retention', { Mode: lock.mode, RetainUntilDate: lock.until }) };
}

/** A compliance lock can only be extended; a governance lock can be shortened with the bypass header. */
export async function handlePutRetention(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const xml = await text(request.message);
  const wanted = lockSchema.safeParse({
    mode: elementText(xml, 'Mode'),
    until: elementText(xml, 'RetainUntilDate'),
  });
  if (!wanted.success) throw new S3Error('MalformedXML', 'Retention needs a mode and a date');
  const record = store.get(request.bucket, request.key, request.query.get('versionId'));
  const bypass =
    request.header('x-amz-bypass-governance-retention') === 'true' && record.lock?.mode === 'GOVERNANCE';
  const shorter = record.lock !== undefined && Date.parse(wanted.data.until) < Date.parse(record.lock.until);
  const weaker = record.lock?.mode === 'COMPLIANCE' && wanted.data.mode === 'GOVERNANCE';
  if ((shorter || weaker) && !bypass) {
    throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.');
  }
  store.updateRecord({ ...record, lock: wanted.data });
  return {};
}

export function handleGetTags(store: ObjectStore, request: S3Request): S3Response {
  const { tags } = store.get(request.bucket, request.key, request.query.get('versionId'));
  const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  return { body: writeXml('Tagging', { TagSet: { Tag } }) };
}
