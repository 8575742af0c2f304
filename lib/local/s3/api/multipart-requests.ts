import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { S3Error } from '../s3-error.ts';
import { BodyDigests } from '../store/body-digests.ts';
import type { ObjectStore } from '../store/object-store.ts';
import { putOptions, receiveBody, versionHeader } from './object-requests.ts';
import { pageSize, type S3Request, type S3Response } from './s3-request.ts';
import { elementContents, elementText, writeXml } from './xml.ts';

interface Part {
  readonly blob: string;
  readonly size: number;
  readonly md5: string;
  readonly checksum?: string | undefined;
}

interface Upload {
  readonly bucket: string;
  readonly key: string;
  readonly options: ReturnType<typeof putOptions>;
  /** The checksum of each part, as in x-amz-checksum-<algorithm>. */
  readonly algorithm: string | undefined;
  readonly parts: Map<number, Part>;
}

/** Uploads in parts. They end with the engine; its next start removes their parts from disk. */
export class MultipartUploads {
  readonly #store: ObjectStore;
  readonly #uploads = new Map<string, Upload>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  create(request: S3Request): S3Response {
    this.#store.bucket(request.bucket);
    const id = randomUUID();
    const { condition: _, ...options } = putOptions(request);
    const { bucket, key } = request;
    const algorithm = partsChecksum(request);
    this.#uploads.set(id, { bucket, key, options, algorithm, parts: new Map() });
    return { body: writeXml('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id }) };
  }

  async putPart(request: S3Request): Promise<S3Response> {
    const upload = this.#get(request);
    const number = Number(request.query.get('partNumber'));
    if (!Number.isInteger(number) || number < 1 || number > 10_000) {
      throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
    }
    const { blob, checksum } = await receiveBody(this.#store, request, upload.algorithm);
    if (upload.algorithm !== undefined && checksum && checksum.algorithm !== upload.algorithm) {
      this.#store.discard(blob.name);
      throw new S3Error(
        'InvalidRequest',
        `Checksum Type mismatch occurred, expected checksum Type: ${upload.algorithm}, actual checksum Type: ${checksum.algorithm}`,
      );
    }
    const md5 = blob.digests.md5();
    const part = { blob: blob.name, size: blob.digests.size, md5 };
    const before = upload.parts.get(number);
    if (before !== undefined) this.#store.discard(before.blob);
    const sum = upload.algorithm && (checksum?.value ?? blob.digests.checksum());
    upload.parts.set(number, { ...part, checksum: sum });
    const header = checksum && { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value };
    return { headers: { ETag: `"${md5}"`, ...header } };
  }

  async complete(request: S3Request): Promise<S3Response> {
    const upload = this.#get(request);
    const xml = await text(request.message);
    const listed = elementContents(xml, 'Part').map((part) => ({
      part: upload.parts.get(Number(elementText(part, 'PartNumber'))),
      etag: elementText(part, 'ETag')?.replaceAll('"', ''),
      checksum: elementText(part, checksumName(upload)),
    }));
    checkChecksums(upload, listed);
    const parts = listed.flatMap(({ part, etag }) => (part !== undefined && part.md5 === etag ? [part] : []));
    if (parts.length === 0 || parts.length !== listed.length) {
      throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
    }
    const digests = new BodyDigests(undefined);
    const blob = await this.#store.write(contentOf(this.#store, parts), digests);
    const md5s = Buffer.concat(parts.map(({ md5 }) => Buffer.from(md5, 'hex')));
    const etag = `${createHash('md5').update(md5s).digest('hex')}-${parts.length}`;
    const { condition } = putOptions(request);
    const record = this.#store.commit(
      'ObjectCreated:CompleteMultipartUpload',
      upload.bucket,
      upload.key,
      { blob: blob.name, size: digests.size, etag },
      { ...upload.options, ...composite(upload, parts), ...(condition !== undefined && { condition }) },
    );
    for (const { blob: part } of upload.parts.values()) this.#store.discard(part);
    this.#uploads.delete(request.query.get('uploadId') ?? '');
    return {
      headers: versionHeader(record),
      body: writeXml('CompleteMultipartUploadResult', { ETag: `"${etag}"` }),
    };
  }

  /** ListParts. As on AWS, each page has a next marker: its last part, and 0 on a page without parts. */
  parts(request: S3Request): S3Response {
    const upload = this.#get(request);
    const { bucket, key, query } = request;
    const marker = Number(query.get('part-number-marker') ?? 0);
    const max = pageSize(request, 'max-parts');
    const listed = [...upload.parts]
      .filter(([number]) => number > marker)
      .toSorted(([one], [other]) => one - other);
    const shown = listed.slice(0, max);
    const result = {
      Bucket: bucket,
      Key: key,
      UploadId: query.get('uploadId'),
      PartNumberMarker: marker,
      NextPartNumberMarker: shown.at(-1)?.[0] ?? 0,
      MaxParts: max,
      IsTruncated: listed.length > shown.length,
      Part: shown.map(([PartNumber, { md5, size, checksum }]) => ({
        PartNumber,
        ETag: `"${md5}"`,
        Size: size,
        [checksumName(upload)]: checksum,
      })),
    };
    return { body: writeXml('ListPartsResult', result) };
  }

  #get(request: S3Request): Upload {
    const upload = this.#uploads.get(request.query.get('uploadId') ?? '');
    if (upload === undefined || upload.bucket !== request.bucket || upload.key !== request.key) {
      throw new S3Error('NoSuchUpload', 'The specified upload does not exist.');
    }
    return upload;
  }
}

async function* contentOf(store: ObjectStore, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* store.read(part);
}

function partsChecksum(request: S3Request): string | undefined {
  const algorithm = request.header('x-amz-checksum-algorithm')?.toLowerCase();
  const isOfParts = algorithm !== 'crc64nvme' && request.header('x-amz-checksum-type') !== 'FULL_OBJECT';
  return isOfParts ? algorithm : undefined;
}

/** The XML element of a part's checksum, e.g. ChecksumCRC32. */
const checksumName = ({ algorithm = '' }: Upload): string => `Checksum${algorithm.toUpperCase()}`;

/** The request that completes the upload must repeat the checksums of the parts. */
function checkChecksums(
  { algorithm }: Upload,
  listed: readonly { readonly part: Part | undefined; readonly checksum: string | undefined }[],
): void {
  if (algorithm === undefined) return;
  const missing = listed.findIndex(({ checksum }) => checksum === undefined);
  if (missing >= 0) {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using a ${algorithm} checksum. The complete request must include the checksum for each part. It was missing for part ${missing + 1} in the request.`,
    );
  }
  if (listed.some(({ part, checksum }) => part !== undefined && part.checksum !== checksum)) {
    throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.');
  }
}

/** Returns the checksum of the parts' checksums, followed by their number. */
function composite({ algorithm }: Upload, parts: readonly Part[]) {
  const digests = new BodyDigests(algorithm);
  for (const { checksum = '' } of parts) digests.update(Buffer.from(checksum, 'base64'));
  const value = digests.checksum();
  return algorithm === undefined || value === undefined
    ? {}
    : { checksum: { algorithm, value: `${value}-${parts.length}` } };
}
