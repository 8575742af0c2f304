import type { StoredEnvelopeAcknowledgment } from '#claims/acknowledgments/stored-acknowledgment.ts';
import type { StoredClaimAcknowledgment } from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import type { listRemittances } from '#claims/remittances/contract.ts';
import type { StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { timeBounds } from '#store/claims/key-parts.ts';
import { recordOf } from '#store/dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { acknowledgmentPartition, payerRemittancePartition, remittancesPartition } from './response-keys.ts';

/**
 * 999 and TA1, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export const queryImplementationAcknowledgments = (table: Table, page: PageRequest) =>
  acknowledgmentsOf<StoredEnvelopeAcknowledgment>(table, ['999-acks'], '999', page);

/**
 * 277CA, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export const queryClaimAcknowledgments = (table: Table, page: PageRequest) =>
  acknowledgmentsOf<StoredClaimAcknowledgment>(table, ['277ca-acks'], '277CA', page);

function acknowledgmentsOf<Stored extends object>(
  table: Table,
  list: readonly string[],
  kind: '999' | '277CA',
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Stored>> {
  const range = { index: 'gsi1', pk: acknowledgmentPartition(kind), newestFirst: true } as const;
  return queryPage(table, { list, limit, cursor, range }, (item) => recordOf<Stored>(item));
}

/**
 * Remittances, newest first. Both times are inclusive.
 *
 * @throws ApiError invalid_cursor
 */
export function queryRemittances(table: Table, query: ValidInput<typeof listRemittances>['query']) {
  const { limit, cursor, payer_id, received_from, received_to } = query;
  const part =
    payer_id === undefined
      ? ({ index: 'gsi1', pk: remittancesPartition } as const)
      : ({ index: 'gsi2', pk: payerRemittancePartition(payer_id) } as const);
  const list = ['remittances', payer_id, received_from, received_to];
  const range = { ...part, ...timeBounds(received_from, received_to), newestFirst: true };
  return queryPage(table, { list, limit, cursor, range }, (item) => recordOf<StoredRemittance>(item));
}
