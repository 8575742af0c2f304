import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/** One S3 bucket and the client that reaches it. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

type Checksums = Pick<S3ClientConfig, 'requestChecksumCalculation' | 'responseChecksumValidation'>;

/** Opens a bucket by name. Requests carry checksums, which Object Lock requires, unless `checksums` disables them. */
export const openBucket = (name: string, checksums: Checksums = {}): Bucket => ({
  name,
  client: new S3Client({
    maxAttempts: 4,
    // Stores other than Amazon S3 expect the bucket in the path.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
    ...checksums,
  }),
});
