import { S3Client } from '@aws-sdk/client-s3';

/** One S3 bucket and the client that reaches it. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

/** Opens a bucket by name. */
export const openBucket = (name: string): Bucket => ({
  name,
  client: new S3Client({
    maxAttempts: 4,
    // Other stores than Amazon's own take buckets in the path.
    forcePathStyle: process.env['AWS_ENDPOINT_URL_S3'] !== undefined,
  }),
});
