import { S3Error } from '../s3-error.ts';
import { lockSchema } from '../store/object-record.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { readText, type S3Request, type S3Response } from './s3-request.ts';
import { elementContents, elementText, writeXml } from './xml.ts';

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

/** A compliance lock can be made longer, never shorter; a governance lock only by who may bypass it. */
export async function handlePutRetention(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const xml = await readText(request);
  const wanted = lockSchema.safeParse({
    mode: elementText(xml, 'Mode'),
    until: elementText(xml, 'RetainUntilDate'),
  });
  if (!wanted.success) throw new S3Error('MalformedXML', 'The retention needs a mode and a date');
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

export async function handlePutTags(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const xml = request.method === 'DELETE' ? '' : await readText(request);
  const record = store.get(request.bucket, request.key, request.query.get('versionId'));
  const tags = elementContents(xml, 'Tag').map((tag) => [
    elementText(tag, 'Key') ?? '',
    elementText(tag, 'Value') ?? '',
  ]);
  store.updateRecord({ ...record, tags: Object.fromEntries(tags) });
  return { status: request.method === 'DELETE' ? 204 : 200 };
}
