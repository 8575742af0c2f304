import { RunSuperseded } from '#claims/applier.ts';
import { processFile } from '#claims/intake/process-file.ts';
import { logger, metrics, publishMetrics } from '#http/logger.ts';
import { objectsOf, type ToldObject } from '#http/s3-event.ts';
import { intakeSettings } from '#store/claims/answers.ts';
import { openInboxFile } from '#store/claims/inbox.ts';
import { intakePorts } from '#store/claims/intake-ports.ts';
import { auditLog, claimsTable } from '#store/claims-table.ts';
import { filesBucket } from '#store/files-bucket.ts';

/** Objects that were put under `inbox/`. Run again after a failure, it goes on where the last run stopped. */
export async function handler(event: unknown): Promise<void> {
  try {
    for (const object of objectsOf(event)) await ingest(object);
  } finally {
    publishMetrics();
  }
}

async function ingest(object: ToldObject): Promise<void> {
  const delivery = await openInboxFile(claimsTable, filesBucket, object);
  if (delivery === undefined) return;
  const stores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };
  const ports = intakePorts(stores, await intakeSettings(stores));
  try {
    const { id, state, kinds, counts } = await processFile(delivery, ports);
    logger.info('File processed', { file_id: id, state, kinds, counts });
    metrics.addMetric(`files_${state}`, 'Count', 1);
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error;
    logger.info('File is processed by another run', { file_id: delivery.id });
  }
}
