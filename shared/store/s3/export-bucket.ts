import { auditEnvironment } from '#contract/environment.ts';
import { openBucket } from './bucket.ts';

/** Where exports of the audit log are, opened once for each function instance. */
export const exportBucket = openBucket(auditEnvironment.parse(process.env).EXPORT_BUCKET);
