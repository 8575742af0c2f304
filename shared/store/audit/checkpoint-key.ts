import { auditEnvironment } from '#contract/environment.ts';
import { openSigningKey } from '../adapters/signing-key.ts';

/** The key that signs checkpoints of this deployment, opened once for each function instance. */
export const checkpointKey = openSigningKey(auditEnvironment.parse(process.env).CHECKPOINT_KEY);
