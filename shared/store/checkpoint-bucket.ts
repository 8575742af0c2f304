import { auditEnvironment } from '#contract/environment.ts';
import { openBucket } from './bucket.ts';
import { checkpointArchive } from './checkpoint-archive.ts';
import { auditChain } from './open-audit-log.ts';

/** Checkpoints of this deployment, opened once for each function instance. */
export const checkpoints = checkpointArchive(
  openBucket(auditEnvironment.parse(process.env).CHECKPOINT_BUCKET),
  auditChain,
);
