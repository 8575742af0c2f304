import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

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

/**
 * Pages of a list of S3, until one is whole. Only `IsTruncated` tells: S3 sends a marker past the end of some lists, such as
 * ListParts, and a list that continues there begins again.
 *
 * @param read one page after the previous one, whose markers say where it begins
 */
export async function* pagesOf<Page extends { readonly IsTruncated?: boolean | undefined }>(
  read: (previous: Page | undefined) => Promise<Page>,
): AsyncGenerator<Page, void> {
  let page: Page | undefined;
  do {
    page = await read(page);
    yield page;
  } while (page.IsTruncated === true);
}
