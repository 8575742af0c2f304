import type { Checkpoint } from '#audit/checkpoints/checkpoint.ts';
import { listCheckpoints } from '#claims/audit/contract.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { checkpoints } from '#store/audit/checkpoints.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

const list = ['checkpoints', auditChain];

export const handler = claimsEndpoint(listCheckpoints, async ({ query: { limit, cursor } }) => {
  const after = cursor === undefined ? 0 : Number(decodeCursor(list, cursor));
  const found: Checkpoint[] = [];
  for await (const checkpoint of checkpoints.list(after)) {
    found.push(checkpoint);
    if (found.length > limit) break;
  }
  const data = found.slice(0, limit);
  const last = data.at(-1);
  return page(data, found.length > limit && last ? encodeCursor(list, String(last.sequence)) : null);
});
