import { decisionPorts, selectionPorts } from '#claims/bulk/bulk-store.ts';
import { previewClaims } from '#claims/bulk/continue-run.ts';
import { previewBulkRun } from '#claims/bulk/contract.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { logger } from '#observability/logger.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

const list = ['bulk preview'];

export const handler = claimsEndpoint(previewBulkRun, async ({ body, query, principal, now }) => {
  const { operation, selection } = body;
  const { limit, cursor } = query;
  const { billingNpis } = principal;
  const ports = await decisionPorts(claimsTable, { actor: principal.subject, now }, billingNpis);
  const previews = (ids: readonly string[]) =>
    previewClaims(operation, ids, ports, (error) =>
      logger.error('A claim could not be previewed', { error }),
    );
  if ('filter' in selection) {
    const part = await selectionPorts(claimsTable).select(selection.filter, cursor, limit, billingNpis);
    return page(await previews(part.ids), part.cursor);
  }
  const ids = [...new Set(selection.claim_ids)];
  const start = cursor === undefined ? 0 : Number(decodeCursor(list, cursor));
  const end = start + limit;
  return page(
    await previews(ids.slice(start, end)),
    end < ids.length ? encodeCursor(list, String(end)) : null,
  );
});
