import type { StoredClaimAcknowledgment } from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import type { StoredEnvelopeAcknowledgment } from '#claims/responses/implementation-acknowledgment/stored-acknowledgment.ts';
import type { StoredRemittance } from '#claims/responses/remittance/stored-remittance.ts';
import { decodeCursor, encodeCursor, type ListIdentity } from '../../dynamodb/cursor.ts';
import { recordOf } from '../../dynamodb/items.ts';
import type { StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { type IndexRange, readIndex, timeBounds } from '../claims/index-range.ts';
import {
  acknowledgmentPartition,
  payerRemittancePartition,
  remittancesPartition,
} from '../keys/response-keys.ts';

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * 999 and TA1, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export const queryImplementationAcknowledgments = (
  table: Table,
  page: PageRequest,
): Promise<StoredPage<StoredEnvelopeAcknowledgment>> =>
  listIndex(table, ['999-acks'], { index: 'gsi1', partition: acknowledgmentPartition('999') }, page);

/**
 * 277CA, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export const queryClaimAcknowledgments = (
  table: Table,
  page: PageRequest,
): Promise<StoredPage<StoredClaimAcknowledgment>> =>
  listIndex(table, ['277ca-acks'], { index: 'gsi1', partition: acknowledgmentPartition('277CA') }, page);

/** Which remittances, and which page of them; times are included. */
export interface RemittanceListQuery extends PageRequest {
  readonly payer_id?: string | undefined;
  readonly received_from?: string | undefined;
  readonly received_to?: string | undefined;
}

/**
 * Remittances, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export function queryRemittances(
  table: Table,
  query: RemittanceListQuery,
): Promise<StoredPage<StoredRemittance>> {
  const { payer_id, received_from, received_to } = query;
  const part =
    payer_id === undefined
      ? ({ index: 'gsi1', partition: remittancesPartition } as const)
      : ({ index: 'gsi2', partition: payerRemittancePartition(payer_id) } as const);
  const list = ['remittances', payer_id, received_from, received_to];
  return listIndex(table, list, { ...part, ...timeBounds(received_from, received_to) }, query);
}

async function listIndex<T extends object>(
  table: Table,
  list: ListIdentity,
  part: Pick<IndexRange, 'index' | 'partition' | 'from' | 'to'>,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<T>> {
  const data: T[] = [];
  let position = '';
  const items = readIndex(table, {
    ...part,
    order: 'newest first',
    pageSize: limit + 1,
    after: cursor === undefined ? undefined : decodeCursor(list, cursor),
  });
  for await (const item of items) {
    if (data.length === limit) return { data, nextCursor: encodeCursor(list, position) };
    data.push(recordOf<T>(item));
    position = String(item[`${part.index}sk`]);
  }
  return { data, nextCursor: null };
}
