import {
  envelopeAcknowledgmentStore,
  findAcknowledgment,
  readAcknowledgedSets,
  readResultPart,
} from '#claims/acknowledgments/records.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import { findBatch } from '#claims/claims/batch-records.ts';
import { batchLookup, claimLookup } from '#claims/claims/claim-lookup-records.ts';
import { findClaims } from '#claims/claims/records.ts';
import { statusPolicies } from '#claims/configuration/configuration.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { type PackedContent, unpackJson } from '#claims/packed-json.ts';
import { remittancePorts } from '#claims/remittances/records.ts';
import { searchClaims } from '#claims/search/records.ts';
import { receivedPartitions } from '#claims/search/search-entry-records.ts';
import type { ReadSearchKey } from '#claims/search/search-key-store.ts';
import { timeBounds } from '#store/claims/key-parts.ts';
import { type ClaimsTables, writeChange } from '#store/claims/write-change.ts';
import { mergedItems } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { AttachAcknowledgmentPorts } from './attach-acknowledgment.ts';
import type { UnmatchedPorts } from './attach-ports.ts';
import type { CandidatePorts } from './find-candidates.ts';
import { findUnmatchedItem, openStatusItems } from './records.ts';
import type { RemittanceByHandPorts } from './settle-item.ts';
import type { UnmatchedSweepPorts } from './sweep.ts';

export const unmatchedPorts = async (table: Table): Promise<UnmatchedPorts> => ({
  ...remittancePorts(table),
  findItem: (id) => findUnmatchedItem(table, id),
  findClaimAcknowledgment: (id) => findAcknowledgment<StoredClaimAcknowledgment>(table, id),
  async readStatusPart(id, place) {
    const part = await readResultPart(table, id, place);
    return part && { ...part, results: resultsOf(part.content) };
  },
  policyOf: statusPolicies(await currentConfiguration(table)),
});

const resultsOf = (content: PackedContent): readonly StatusResult[] =>
  unpackJson<readonly StatusResult[]>(content);

export const remittanceByHandPorts = async (
  tables: ClaimsTables,
  isTimeUp: () => boolean,
): Promise<RemittanceByHandPorts> => ({
  ...(await unmatchedPorts(tables.claims)),
  write: (change) => writeChange(tables, change),
  isTimeUp,
});

export const unmatchedSweepPorts = async (
  tables: ClaimsTables,
  isTimeUp: () => boolean,
): Promise<UnmatchedSweepPorts> => ({
  ...(await remittanceByHandPorts(tables, isTimeUp)),
  readOpenStatuses: () => openStatusItems(tables.claims),
  now: () => new Date(),
});

export const attachAcknowledgmentPorts = (
  tables: ClaimsTables,
  isTimeUp: () => boolean,
): AttachAcknowledgmentPorts => ({
  acknowledgments: envelopeAcknowledgmentStore(tables.claims),
  claims: claimLookup(tables.claims),
  batches: batchLookup(tables.claims),
  findBatch: (id) => findBatch(tables.claims, id),
  readSets: (id) => readAcknowledgedSets(tables.claims, id),
  write: (change) => writeChange(tables, change),
  isTimeUp,
});

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
