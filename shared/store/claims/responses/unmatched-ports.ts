import { type PackedContent, unpackJson } from '#claims/claim/packed-json.ts';
import { statusPolicies } from '#claims/configuration/configuration.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import type { AttachAcknowledgmentPorts } from '#claims/unmatched/attach/attach-acknowledgment.ts';
import type { UnmatchedPorts } from '#claims/unmatched/attach/attach-ports.ts';
import type { RemittanceByHandPorts } from '#claims/unmatched/settle/remittance-by-hand.ts';
import type { UnmatchedSweepPorts } from '#claims/unmatched/settle/sweep.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findBatch } from '../claims/batches.ts';
import { batchLookup, claimLookup } from '../claims/claim-lookup.ts';
import { currentConfiguration } from '../configuration/configuration.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import {
  envelopeAcknowledgmentStore,
  findAcknowledgment,
  readAcknowledgedSets,
  readResultPart,
} from './acknowledgments.ts';
import { remittancePorts } from './remittances.ts';
import { findUnmatchedItem, openStatusItems } from './unmatched-items.ts';

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
