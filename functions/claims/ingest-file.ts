import { RunSuperseded, TimeUp } from '#claims/applier.ts';
import { processFile } from '#claims/intake/process-file.ts';
import { logger, metrics, publishMetrics } from '#http/logger.ts';
import { type Invocation, lastTenth } from '#http/remaining-time.ts';
import { eventOf, objectsOf, type ToldObject } from '#http/s3-event.ts';
import { intakeSettings } from '#store/claims/answers.ts';
import { openInboxFile } from '#store/claims/inbox.ts';
import { intakePorts } from '#store/claims/intake-ports.ts';
import { auditLog, claimsTable } from '#store/claims-table.ts';
import { filesBucket } from '#store/files-bucket.ts';
import { functionStarter } from '#store/function-starter.ts';

/**
 * Objects that were put under `inbox/`. Run again after a failure, it goes on where the last run stopped; before its
 * own time is over it hands what is left to an invocation of its own.
 */
export async function handler(event: unknown, invocation?: Invocation): Promise<void> {
  const outOfTime = lastTenth(invocation);
  const objects = objectsOf(event);
  let done = 0;
  try {
    for (const object of objects) {
      await ingest(object, outOfTime);
      done++;
    }
  } catch (error) {
    if (!(error instanceof TimeUp) || invocation === undefined) throw error;
    logger.info('File is carried on by another invocation');
    await functionStarter(invocation.functionName)(eventOf(objects.slice(done)));
  } finally {
    publishMetrics();
  }
}

async function ingest(object: ToldObject, outOfTime: () => boolean): Promise<void> {
  const delivery = await openInboxFile(claimsTable, filesBucket, object);
  if (delivery === undefined) return;
  const stores = { claims: claimsTable, audit: auditLog, bucket: filesBucket };
  const ports = intakePorts(stores, { ...(await intakeSettings(stores)), outOfTime });
  try {
    const { id, state, kinds, counts } = await processFile(delivery, ports);
    logger.info('File processed', { file_id: id, state, kinds, counts });
    metrics.addMetric(`files_${state}`, 'Count', 1);
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error;
    logger.info('File is processed by another run', { file_id: delivery.id });
  }
}
