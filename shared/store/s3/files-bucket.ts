import { filesEnvironment } from '#contract/environment.ts';
import { openX12Bucket } from './x12-bucket.ts';

/** The bucket of X12 files. */
export const filesBucket = openX12Bucket(filesEnvironment.parse(process.env).X12_BUCKET);
