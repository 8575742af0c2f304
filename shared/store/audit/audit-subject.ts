import type { CheckpointedChain } from '#audit/checkpoints/take-checkpoint.ts';
import { auditSource } from './audit-entries.ts';
import { checkpointKey } from './checkpoint-key.ts';
import { checkpoints } from './checkpoints.ts';
import { auditChain } from './open-audit-log.ts';

export const auditSubject: CheckpointedChain = {
  chain: auditChain,
  source: auditSource,
  archive: checkpoints,
  signer: checkpointKey,
};
