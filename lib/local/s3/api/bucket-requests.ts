import { text } from 'node:stream/consumers';
import { S3Error } from '../s3-error.ts';
import type { ObjectRecord } from '../store/object-record.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { S3Request, S3Response } from './s3-request.ts';
import { elementContents, elementText, writeXml, type XmlElements } from './xml.ts';

export function handleListObjects(store: ObjectStore, request: S3Request): S3Response {
  const { query } = request;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const after = Buffer.from(token ?? '', 'base64url').toString('utf8');
  const max = Math.min(Number(query.get('max-keys') ?? 1_000), 1_000);
  if (!(max >= 0)) throw new S3Error('InvalidArgument', 'max-keys must be a number of at least 0');
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
    // The page after a common prefix continues after all keys below the prefix.
    if (common !== undefined && (common === prefixes.at(-1) || after.startsWith(common))) {
      last = key;
      continue;
    }
    if (contents.length + prefixes.length >= max) {
      truncated = max > 0;
      break;
    }
    if (common === undefined) contents.push(record);
    else prefixes.push(common);
    last = key;
  }

  const result: XmlElements = {
    Name: request.bucket,
    Prefix: prefix,
    Delimiter: delimiter === '' ? undefined : delimiter,
    MaxKeys: max,
    IsTruncated: truncated,
    Contents: contents.map((record) => ({ Key: record.key, ...shownContent(record) })),
    CommonPrefixes: prefixes.map((Prefix) => ({ Prefix })),
    KeyCount: contents.length + prefixes.length,
    NextContinuationToken: truncated ? Buffer.from(last).toString('base64url') : undefined,
  };
  return { body: writeXml('ListBucketResult', result) };
}

/** Lists all versions under a prefix in one page, newest first within a key. */
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
    ...(record.blob === undefined ? { LastModified: record.modifiedAt } : shownContent(record)),
  });
  return {
    body: writeXml('ListVersionsResult', {
      Name: request.bucket,
      Prefix: prefix,
      IsTruncated: false,
      Version: records.filter(({ record }) => record.blob !== undefined).map(shown),
      DeleteMarker: records.filter(({ record }) => record.blob === undefined).map(shown),
    }),
  };
}

/** DeleteObjects: up to 1,000 keys per request. */
export async function handleDeleteObjects(store: ObjectStore, request: S3Request): Promise<S3Response> {
  const xml = await text(request.message);
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

const shownContent = ({ modifiedAt, etag, size }: ObjectRecord): XmlElements => ({
  LastModified: modifiedAt,
  ETag: `"${etag}"`,
  Size: size,
  StorageClass: 'STANDARD',
});
