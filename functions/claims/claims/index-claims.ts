import { indexEarlierClaims } from '#claims/search/index-earlier-claims.ts';
import { type InvocationTime, lastTenth } from '#events/remaining-time.ts';
import { logger } from '#observability/logger.ts';
import { claimsTable, readSearchKey } from '#store/claims/claims-table.ts';
import { indexPorts } from '#store/claims/search/index-ports.ts';

/**
 * On a schedule: adds claims that an earlier release stored to the search index, until it has all of them. Idempotent; an
 * interrupted run continues with the next one.
 */
export async function handler(_event?: unknown, invocation?: InvocationTime): Promise<void> {
  const ports = indexPorts(claimsTable, readSearchKey, lastTenth(invocation));
  const indexed = await indexEarlierClaims(ports, new Date());
  if (indexed !== undefined) logger.info('Indexed claims of earlier releases', { indexed });
}
