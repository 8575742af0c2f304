import type { StoredClaimAcknowledgment } from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import type { StoredEnvelopeAcknowledgment } from '#claims/responses/implementation-acknowledgment/stored-acknowledgment.ts';
import type { StoredRemittance } from '#claims/responses/remittance/stored-remittance.ts';
import type { listRemittances } from '#contract/claims/responses/stored-responses.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { recordOf } from '../../dynamodb/items.ts';
import type { PageQuery } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { newestPage, timeBounds } from '../claims/index-range.ts';
import {
  acknowledgmentPartition,
  payerRemittancePartition,
  remittancesPartition,
} from '../keys/response-keys.ts';

type PageRequest = Pick<PageQuery, 'limit' | 'cursor'>;

/**
 * 999 and TA1, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export const queryImplementationAcknowledgments = (table: Table, page: PageRequest) =>
  newestPage(table, ['999-acks'], acknowledgmentsIn('999'), page, (item) =>
    recordOf<StoredEnvelopeAcknowledgment>(item),
  );

/**
 * 277CA, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export const queryClaimAcknowledgments = (table: Table, page: PageRequest) =>
  newestPage(table, ['277ca-acks'], acknowledgmentsIn('277CA'), page, (item) =>
    recordOf<StoredClaimAcknowledgment>(item),
  );

const acknowledgmentsIn = (kind: '999' | '277CA') =>
  ({ index: 'gsi1', partition: acknowledgmentPartition(kind) }) as const;

/**
 * Remittances, newest first. Both times are inclusive.
 *
 * @throws ApiError invalid_cursor
 */
export function queryRemittances(table: Table, query: ValidInput<typeof listRemittances>['query']) {
  const { payer_id, received_from, received_to } = query;
  const part =
    payer_id === undefined
      ? ({ index: 'gsi1', partition: remittancesPartition } as const)
      : ({ index: 'gsi2', partition: payerRemittancePartition(payer_id) } as const);
  const list = ['remittances', payer_id, received_from, received_to];
  const range = { ...part, ...timeBounds(received_from, received_to) };
  return newestPage(table, list, range, query, (item) => recordOf<StoredRemittance>(item));
}
