import type { StoredClaimAcknowledgment } from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import type { CandidatePorts } from '#claims/unmatched/candidates/find-candidates.ts';
import { mergedItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { batchLookup, claimLookup } from '../claims/claim-lookup.ts';
import { findClaims } from '../claims/claims.ts';
import { timeBounds } from '../keys/key-parts.ts';
import { receivedPartitions } from '../keys/search-keys.ts';
import { searchClaims } from '../search/search-claims.ts';
import type { ReadSearchKey } from '../search/search-key.ts';
import { envelopeAcknowledgmentStore, findAcknowledgment } from './acknowledgments.ts';

/** Claims that are read, and index entries that are examined for them: the claims of other providers are passed over. */
const maxRead = 1000;
const maxExamined = 4000;

/** Claims of one charge: the standard fees of a practice repeat. */
const maxOfCharge = 200;

/** A search by charge reads no names. */
const noSearchKey: ReadSearchKey = () => Promise.reject(new Error('The search needs no key'));

export const candidatePorts = (table: Table): CandidatePorts => ({
  claims: claimLookup(table),
  batches: batchLookup(table),
  acknowledgments: envelopeAcknowledgmentStore(table),
  async findAcknowledgedBatches(id) {
    const found = await findAcknowledgment<StoredClaimAcknowledgment>(table, id);
    return found?.batch_ids ?? [];
  },
  async findByCharge(cents, billingNpi) {
    const billing_npis = billingNpi === undefined ? undefined : [billingNpi];
    const criteria = { amount_from: cents, amount_to: cents, billing_npis };
    const order = { by: 'received_at', descending: true } as const;
    return (await searchClaims(table, noSearchKey, { criteria, order, limit: maxOfCharge })).data;
  },
  async findReceived(day, billingNpi) {
    const ids: string[] = [];
    let examined = 0;
    const npis = billingNpi === undefined ? undefined : [billingNpi];
    const range = { index: 'gsi2', pks: receivedPartitions(npis), ...timeBounds(day, undefined) } as const;
    for await (const item of mergedItems(table, range, { pageSize: 1000 })) {
      if (billingNpi === undefined || item['billing_npi'] === billingNpi) ids.push(String(item['claim_id']));
      if (++examined === maxExamined || ids.length === maxRead) break;
    }
    return findClaims(table, ids);
  },
});
