import { isMigrated } from '#claims/configuration/records.ts';
import type { Purge } from '#claims/retention/contract.ts';
import { purgePorts } from '#claims/retention/purge-phase-records.ts';
import { beginPurge, findPurge, findRetention, lastPurge } from '#claims/retention/records.ts';
import { newPurge, runPurge } from '#claims/retention/rules.ts';
import { type InvocationTime, lastTenth } from '#events/remaining-time.ts';
import { logger, logUnmigrated, publishMetrics } from '#observability/logger.ts';
import { newId } from '#persistence/new-id.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { claimsStores } from '#store/claims/stores.ts';

const day = 24 * 3_600_000;

/** On a schedule: continues the purge that runs, or starts the daily one. Idempotent. */
export async function handler(_event: unknown, invocation?: InvocationTime): Promise<void> {
  if (!(await isMigrated(claimsTable))) return logUnmigrated();
  try {
    const purge = await duePurge(new Date());
    if (purge === undefined) return;
    const after = await runPurge(purge, await purgePorts(claimsStores, purge, lastTenth(invocation)));
    logger.info('Purge', { purge_id: after.id, state: after.state, purged: after.purged, held: after.held });
  } finally {
    publishMetrics();
  }
}

async function duePurge(now: Date): Promise<Purge | undefined> {
  const last = await lastPurge(claimsTable);
  if (last?.purge_id !== undefined) return findPurge(claimsTable, last.purge_id);
  const { retention_days, automatic } = await findRetention(claimsTable);
  const isDue = last === undefined || Date.parse(last.started_at) + day <= now.getTime();
  if (!automatic || retention_days === null || !isDue) return undefined;
  const facts = { id: newId(now), actor: 'schedule', now, dryRun: false };
  const purge = newPurge({ retention_days }, facts);
  await beginPurge(claimsStores, purge);
  return purge;
}
