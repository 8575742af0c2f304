import { auditEnvironment } from '#contract/environment.ts';
import { openBucket } from '../s3/bucket.ts';

/** The bucket of exports of the audit log. */
export const exportBucket = openBucket(auditEnvironment.parse(process.env).EXPORT_BUCKET);
