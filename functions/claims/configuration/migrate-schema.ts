import type { CdkCustomResourceEvent, CdkCustomResourceResponse } from 'aws-lambda';
import { migrate } from '#claims/schema/migrations.ts';
import { logger } from '#observability/logger.ts';
import { auditEntries } from '#store/audit/audit-entries.ts';
import { storedHead } from '#store/audit/audit-keys.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { claimsMigrations, schemaStore } from '#store/claims/configuration/migrations.ts';
import { claimsStores } from '#store/claims/stores.ts';

/** Runs the migrations on each deployment and local start. Deletion changes nothing, because the data outlives the stack. */
export async function handler({ RequestType }: CdkCustomResourceEvent): Promise<CdkCustomResourceResponse> {
  const PhysicalResourceId = 'claims-schema';
  if (RequestType === 'Delete') return { PhysicalResourceId };
  const { claims, audit } = claimsStores;
  const { from, to, applied } = await migrate(claimsMigrations, schemaStore(claims, audit), {
    ...claimsStores,
    readHead: () => storedHead(auditEntries, auditChain),
    now: () => new Date(),
  });
  logger.info('Schema is up to date', { from, to, applied });
  return { PhysicalResourceId, Data: { SchemaVersion: to } };
}
