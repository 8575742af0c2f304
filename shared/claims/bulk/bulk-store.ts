import { queryClaims } from '#claims/claims/claim-list-records.ts';
import { findClaims, findWholeClaim } from '#claims/claims/records.ts';
import { editPorts } from '#claims/edits/edit-store.ts';
import { claimsWithin } from '#claims/provider-limit.ts';
import { type ClaimsTables, writeChange } from '#store/claims/write-change.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { BulkRunPorts, DecisionPorts, SelectionPorts } from './operations.ts';
import { findBulkRun, readSelectedIds } from './records.ts';

/** @param billingNpis providers to which the caller is limited; claims of others do not exist for the decisions */
export const decisionPorts = async (
  table: Table,
  caller: Pick<DecisionPorts, 'actor' | 'now'>,
  billingNpis?: readonly string[],
): Promise<DecisionPorts> => ({
  ...(await editPorts(table, caller)),
  findClaims: async (ids) => claimsWithin(await findClaims(table, ids), billingNpis),
  async findStored(id) {
    const stored = await findWholeClaim(table, id);
    return stored && claimsWithin([stored.claim], billingNpis).length > 0 ? stored : undefined;
  },
});

export const selectionPorts = (table: Table): SelectionPorts => ({
  async select({ rejected_by_999_id, rejected_as, ...filter }, cursor, limit, billingNpis) {
    const isOfRejected = rejected_by_999_id !== undefined || rejected_as !== undefined;
    const query = {
      ...filter,
      ...(isOfRejected && { lane: filter.lane ?? ('rejected' as const) }),
      limit,
      cursor,
    };
    const { data, nextCursor } = await queryClaims(table, query, billingNpis);
    const fitting = data.filter(
      (claim) =>
        (rejected_by_999_id === undefined || claim.rejected_by_999_id === rejected_by_999_id) &&
        (rejected_as === undefined || claim.rejected_as === rejected_as),
    );
    return { ids: fitting.map(({ id }) => id), cursor: nextCursor };
  },
});

export const bulkRunPorts = (tables: ClaimsTables, onFailure: BulkRunPorts['onFailure']): BulkRunPorts => ({
  ...selectionPorts(tables.claims),
  openDecisions: (actor, billingNpis) =>
    decisionPorts(tables.claims, { actor, now: new Date() }, billingNpis),
  find: (id) => findBulkRun(tables.claims, id),
  selectedIds: (id, position, count) => readSelectedIds(tables.claims, id, position, count),
  write: (change) => writeChange(tables, change),
  now: () => new Date(),
  onFailure,
});
