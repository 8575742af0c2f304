import { S3Error } from '../s3-error.ts';
import type { ObjectRecord } from '../store/object-record.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { readText, type S3Request, type S3Response } from './s3-request.ts';
import { elementContents, elementText, writeXml, type XmlElements } from './xml.ts';

export function handleListBuckets(store: ObjectStore): S3Response {
  const Bucket = store.buckets().map(({ name }) => ({ Name: name, CreationDate: new Date(0).toISOString() }));
  return { body: writeXml('ListAllMyBucketsResult', { Owner: { ID: 'local' }, Buckets: { Bucket } }) };
}

/** ListObjects, versions 1 and 2. */
export function handleListObjects(store: ObjectStore, request: S3Request): S3Response {
  const { query } = request;
  const second = query.get('list-type') === '2';
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const after = second
    ? token === undefined
      ? (query.get('start-after') ?? '')
      : Buffer.from(token, 'base64url').toString('utf8')
    : (query.get('marker') ?? '');
  const most = Math.min(Number(query.get('max-keys') ?? 1_000), 1_000);
  if (!(most >= 0)) throw new S3Error('InvalidArgument', 'max-keys must be a number from 0 on');
  const index = store.index(request.bucket);

  const contents: ObjectRecord[] = [];
  const prefixes: string[] = [];
  let last = after;
  let truncated = false;
  for (const key of index.keys(prefix, after)) {
    const record = index.current(key);
    if (record?.blob === undefined) continue;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const common = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
    // A page that ended with a common prefix goes on behind everything below it.
    if (common !== undefined && (common === prefixes.at(-1) || after.startsWith(common))) {
      last = key;
      continue;
    }
    if (contents.length + prefixes.length >= most) {
      truncated = most > 0;
      break;
    }
    if (common === undefined) contents.push(record);
    else prefixes.push(common);
    last = key;
  }

  const encode = query.get('encoding-type') === 'url' ? encodeKey : (key: string) => key;
  const shared: XmlElements = {
    Name: request.bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    MaxKeys: most,
    EncodingType: query.get('encoding-type'),
    IsTruncated: truncated,
    Contents: contents.map((record) => shownObject(record, encode)),
    CommonPrefixes: prefixes.map((one) => ({ Prefix: encode(one) })),
  };
  const next = truncated ? last : undefined;
  const paging: XmlElements = second
    ? {
        KeyCount: contents.length + prefixes.length,
        StartAfter: query.get('start-after'),
        ContinuationToken: token,
        NextContinuationToken: next === undefined ? undefined : Buffer.from(next).toString('base64url'),
      }
    : { Marker: encode(after), NextMarker: next === undefined ? undefined : encode(next) };
  return { body: writeXml('ListBucketResult', { ...shared, ...paging }) };
}

/** All versions under a prefix, newest first within a key; not paged beyond what a test or a person would read. */
export function handleListVersions(store: ObjectStore, request: S3Request): S3Response {
  const index = store.index(request.bucket);
  const prefix = request.query.get('prefix') ?? '';
  const records = [...index.keys(prefix, request.query.get('key-marker') ?? '')].flatMap((key) =>
    index.versions(key).map((record, position) => ({ record, IsLatest: position === 0 })),
  );
  const shown = ({ record, IsLatest }: (typeof records)[number]) => ({
    Key: record.key,
    VersionId: record.versionId,
    IsLatest,
    LastModified: record.modifiedAt,
  });
  return {
    body: writeXml('ListVersionsResult', {
      Name: request.bucket,
      Prefix: prefix,
      IsTruncated: false,
      Version: records
        .filter(({ record }) => record.blob !== undefined)
        .map((one) => ({
          ...shown(one),
          ETag: `"${one.record.etag}"`,
          Size: one.record.size,
          StorageClass: 'STANDARD',
        })),
      DeleteMarker: records.filter(({ record }) => record.blob === undefined).map(shown),
    }),
  };
}

/** DeleteObjects: up to 1,000 keys in one request. */
export async function handleDeleteObjects(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const xml = await readText(request);
  const quiet = elementText(xml, 'Quiet') === 'true';
  const deleted: XmlElements[] = [];
  const errors: XmlElements[] = [];
  for (const object of elementContents(xml, 'Object')) {
    const Key = elementText(object, 'Key') ?? '';
    const VersionId = elementText(object, 'VersionId');
    try {
      store.remove(request.bucket, Key, VersionId);
      deleted.push({ Key, VersionId });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      errors.push({ Key, VersionId, Code: error.code, Message: error.message });
    }
  }
  return { body: writeXml('DeleteResult', { Deleted: quiet ? [] : deleted, Error: errors }) };
}

export function handleGetVersioning(store: ObjectStore, request: S3Request): S3Response {
  const { versioned } = store.bucket(request.bucket);
  return { body: writeXml('VersioningConfiguration', { Status: versioned ? 'Enabled' : undefined }) };
}

export function handleGetObjectLock(store: ObjectStore, request: S3Request): S3Response {
  const { objectLock, defaultLock } = store.bucket(request.bucket);
  if (!objectLock) {
    throw new S3Error(
      'ObjectLockConfigurationNotFoundError',
      'Object Lock configuration does not exist for this bucket',
    );
  }
  const Rule = defaultLock && { DefaultRetention: { Mode: defaultLock.mode, Days: defaultLock.days } };
  return { body: writeXml('ObjectLockConfiguration', { ObjectLockEnabled: 'Enabled', Rule }) };
}

function shownObject(record: ObjectRecord, encode: (key: string) => string): XmlElements {
  return {
    Key: encode(record.key),
    LastModified: record.modifiedAt,
    ETag: `"${record.etag}"`,
    Size: record.size,
    StorageClass: 'STANDARD',
  };
}

/** encoding-type=url, for keys that XML cannot carry. */
function encodeKey(key: string): string {
  return encodeURIComponent(key).replaceAll('%2F', '/');
}
