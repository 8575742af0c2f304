import type { WitnessedChain } from '#audit/take-checkpoint.ts';
import { auditEnvironment } from '#contract/environment.ts';
import { chainSource } from './audit-source.ts';
import { openBucket } from './bucket.ts';
import { checkpointArchive } from './checkpoint-archive.ts';
import { auditChain } from './claims-table.ts';
import { openSigningKey } from './signing-key.ts';
import { openTable } from './table.ts';

const environment = auditEnvironment.parse(process.env);

/** The audit log of this deployment, with its checkpoints and their key, as verification reads it. */
export const auditSubject: WitnessedChain = {
  chain: auditChain,
  source: chainSource(openTable(environment.AUDIT_TABLE), auditChain),
  archive: checkpointArchive(openBucket(environment.CHECKPOINT_BUCKET), auditChain),
  signer: openSigningKey(environment.CHECKPOINT_KEY),
};

/** Where exports are. */
export const exportBucket = openBucket(environment.EXPORT_BUCKET);
