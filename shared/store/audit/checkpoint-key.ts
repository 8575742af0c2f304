import { auditEnvironment } from '#contract/environment.ts';
import { openSigningKey } from '../adapters/signing-key.ts';

/** The key that signs the checkpoints of this deployment. */
export const checkpointKey = openSigningKey(auditEnvironment.parse(process.env).CHECKPOINT_KEY);
