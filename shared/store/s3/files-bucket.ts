import { filesEnvironment } from '#contract/environment.ts';
import { openX12Bucket } from './x12-bucket.ts';

export const filesBucket = openX12Bucket(filesEnvironment.parse(process.env).X12_BUCKET);
