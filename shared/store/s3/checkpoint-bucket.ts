import { auditEnvironment } from '#contract/environment.ts';
import { checkpointArchive } from '../audit/checkpoint-archive.ts';
import { auditChain } from '../audit/open-audit-log.ts';
import { openBucket } from './bucket.ts';

/** The checkpoints of this deployment. */
export const checkpoints = checkpointArchive(
  openBucket(auditEnvironment.parse(process.env).CHECKPOINT_BUCKET),
  auditChain,
);
