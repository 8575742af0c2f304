import { auditEnvironment } from '#contract/environment.ts';
import { openSigningKey } from '../adapters/signing-key.ts';

export const checkpointKey = openSigningKey(auditEnvironment.parse(process.env).CHECKPOINT_KEY);
