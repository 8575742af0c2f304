import { chunksOf } from '#claims/chunks.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import type { StoredEnvelopeAcknowledgment } from '#claims/responses/implementation-acknowledgment/stored-acknowledgment.ts';
import type { StoredRemittance } from '#claims/responses/remittance/stored-remittance.ts';
import type { EarlierResponses } from '#claims/unmatched/earlier-items.ts';
import { getItems, recordOf } from '../../dynamodb/items.ts';
import { queryPages } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { findClaims } from '../claims/claims.ts';
import { acknowledgmentPartition, remittancesPartition, unmatchedItemKey } from '../keys/response-keys.ts';
import { readResults } from './acknowledgments.ts';
import { readPayments } from './remittances.ts';
import { responseActions } from './response-actions.ts';

/** Items of one transaction. */
const maxInserted = 50;

/** Reads the responses of earlier versions through their lists. */
export const earlierResponses = (table: Table): EarlierResponses => ({
  readRemittances: () => listed<StoredRemittance>(table, remittancesPartition),
  readPayments: (id, from, limit) => readPayments(table, id, from, limit),
  readAcknowledgments: (kind) =>
    listed<StoredEnvelopeAcknowledgment | StoredClaimAcknowledgment>(table, acknowledgmentPartition(kind)),
  readStatuses: (id, from, limit) => readResults<StatusResult>(table, id, from, limit),
  findClaims: (ids) => findClaims(table, ids),
  async insertItems(items) {
    for (const some of chunksOf(items, maxInserted)) {
      const stored = await getItems(
        table,
        some.map(({ id }) => unmatchedItemKey(id)),
        ['id'],
      );
      const known = new Set(stored.map(({ id }) => String(id)));
      const missing = some.filter(({ id }) => !known.has(id));
      const actions = missing.flatMap((item) => responseActions({ kind: 'unmatched-item', item }));
      if (actions.length > 0) await transact(table, actions);
    }
  },
});

async function* listed<Response extends object>(
  table: Table,
  pk: string,
): AsyncGenerator<readonly Response[]> {
  for await (const items of queryPages(table, { index: 'gsi1', pk }, { pageSize: 100 })) {
    yield items.map((item) => recordOf<Response>(item));
  }
}
