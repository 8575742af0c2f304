import { type EditedClaim, editJson } from '#claims/edit/apply-edit.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findWholeClaim } from '../claims/claims.ts';
import { findNewestEdit } from './claim-versions.ts';

/**
 * Finds the edit of an earlier run of the same request, which stopped before its reply.
 *
 * @param correction id of the claim that the request would create
 */
export async function findEarlierEdit(
  table: Table,
  claimId: string,
  { correction, reference }: { readonly correction: string; readonly reference: string },
): Promise<Pick<EditedClaim, 'detail' | 'isNew'> | undefined> {
  const created = await findWholeClaim(table, correction);
  if (created !== undefined) return { detail: editJson(created.claim, created.content, []), isNew: true };
  const newest = await findNewestEdit(table, claimId);
  const edited = newest?.request === reference ? await findWholeClaim(table, claimId) : undefined;
  return edited && { detail: editJson(edited.claim, edited.content, newest?.changes ?? []), isNew: false };
}
