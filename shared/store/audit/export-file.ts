import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { PartedFile } from '#audit/export/export-run.ts';
import { send } from '../dynamodb/table.ts';
import { type Bucket, pagesOf } from '../s3/bucket.ts';

const keyOf = (runId: string) => `audit-exports/${runId}.ndjson`;

/** Exports as multipart uploads, so a file becomes visible only when it is complete. */
export const exportFile = ({ client, name: Bucket }: Bucket): PartedFile => ({
  async begin(runId) {
    const { UploadId = '' } = await send(
      client.send(
        new CreateMultipartUploadCommand({
          Bucket,
          Key: keyOf(runId),
          ContentType: 'application/x-ndjson',
          // The SDK sends it with each part, so S3 expects it here and at the end.
          ChecksumAlgorithm: 'CRC32',
        }),
      ),
    );
    return UploadId;
  },

  async put(runId, UploadId, PartNumber, text) {
    await send(
      client.send(
        new UploadPartCommand({ Bucket, Key: keyOf(runId), UploadId, PartNumber, Body: Buffer.from(text) }),
      ),
    );
  },

  async finish(runId, UploadId) {
    const address = { Bucket, Key: keyOf(runId), UploadId };
    try {
      const Parts: CompletedPart[] = [];
      const pages = pagesOf((before?: ListPartsCommandOutput) =>
        send(
          client.send(new ListPartsCommand({ ...address, PartNumberMarker: before?.NextPartNumberMarker })),
        ),
      );
      for await (const page of pages) {
        for (const { PartNumber, ETag, ChecksumCRC32 } of page.Parts ?? [])
          Parts.push({ PartNumber, ETag, ChecksumCRC32 });
      }
      await send(client.send(new CompleteMultipartUploadCommand({ ...address, MultipartUpload: { Parts } })));
    } catch (error) {
      // An earlier attempt may have completed the upload; then the file exists.
      await send(client.send(new HeadObjectCommand({ Bucket, Key: keyOf(runId) }))).catch(() => {
        throw error;
      });
    }
  },
});

/** Validity of a link, seconds. It must not exceed that of the function's credentials. */
const linkSeconds = 15 * 60;

/** A link to the file of a run that works without a credential, and its end. */
export async function linkToExport({ client, name: Bucket }: Bucket, runId: string, now: Date) {
  const command = new GetObjectCommand({
    Bucket,
    Key: keyOf(runId),
    ResponseContentDisposition: `attachment; filename="audit-log-${runId}.ndjson"`,
  });
  const url = await getSignedUrl(client, command, { expiresIn: linkSeconds });
  return { url, expires_at: new Date(now.getTime() + linkSeconds * 1000).toISOString() };
}
