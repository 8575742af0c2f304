import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda';
import {
  claimsMigrations,
  migrate,
  SchemaTooNew,
  schemaStore,
} from '#claims/configuration/configuration-store.ts';
import { logger } from '#observability/logger.ts';
import { isRollingBack } from '#store/adapters/stack-status.ts';
import { auditEntries } from '#store/audit/audit-entries.ts';
import { storedHead } from '#store/audit/audit-keys.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { claimsStores } from '#store/claims/stores.ts';

/**
 * Runs the migrations on each deployment and local start. Deletion changes nothing, because the data outlives the stack.
 *
 * @throws SchemaTooNew for a release that is older than the data, unless CloudFormation takes an update back to it: a migration
 * keeps what the release before reads, and a refusal would leave the stack in UPDATE_ROLLBACK_FAILED
 */
export async function handler(event: CdkCustomResourceEvent): Promise<CdkCustomResourceResponse> {
  const PhysicalResourceId = 'claims-schema';
  if (event.RequestType === 'Delete') return { PhysicalResourceId };
  return { PhysicalResourceId, Data: { SchemaVersion: await migrated(event.StackId) } };
}

async function migrated(stackId: string): Promise<number> {
  const { claims, audit } = claimsStores;
  try {
    const { from, to, applied } = await migrate(claimsMigrations, schemaStore(claims, audit), {
      ...claimsStores,
      readHead: () => storedHead(auditEntries, auditChain),
      now: () => new Date(),
    });
    logger.info('Schema is up to date', { from, to, applied });
    return to;
  } catch (error) {
    if (!(error instanceof SchemaTooNew) || !(await isRollingBack(stackId))) throw error;
    logger.warn('The update was rolled back after migrations, whose schema stays', { stored: error.stored });
    return error.stored;
  }
}
