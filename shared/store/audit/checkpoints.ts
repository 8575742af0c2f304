import { auditEnvironment } from '#contract/environment.ts';
import { openBucket } from '../s3/bucket.ts';
import { checkpointArchive } from './checkpoint-archive.ts';
import { auditChain } from './open-audit-log.ts';

/** The checkpoints of this deployment. */
export const checkpoints = checkpointArchive(
  openBucket(auditEnvironment.parse(process.env).CHECKPOINT_BUCKET),
  auditChain,
);
