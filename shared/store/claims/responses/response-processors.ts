import type { ResponseProcessor } from '#claims/files/file-run.ts';
import type { ClaimAcknowledgmentPorts } from '#claims/responses/claim-acknowledgment/apply-status.ts';
import { claimAcknowledgments } from '#claims/responses/claim-acknowledgment/claim-acknowledgments.ts';
import type { StoredClaimAcknowledgment } from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import { responseProcessor } from '#claims/responses/engine/response-processor.ts';
import { envelopeAcknowledgments } from '#claims/responses/implementation-acknowledgment/envelope-acknowledgments.ts';
import { implementationAcknowledgments } from '#claims/responses/implementation-acknowledgment/implementation-acknowledgments.ts';
import { interchangeAcknowledgments } from '#claims/responses/implementation-acknowledgment/interchange-acknowledgments.ts';
import { remittances } from '#claims/responses/remittance/remittances.ts';
import type { Table } from '../../dynamodb/table.ts';
import { batchLookup, claimLookup } from '../claims/claim-lookup.ts';
import { envelopeAcknowledgmentStore, findAcknowledgment } from './acknowledgments.ts';
import { remittancePorts } from './remittances.ts';

export function responseProcessors(
  table: Table,
  { policyOf }: Pick<ClaimAcknowledgmentPorts, 'policyOf'>,
): readonly ResponseProcessor[] {
  const shared = { claims: claimLookup(table), batches: batchLookup(table) };
  const envelopes = { ...shared, acknowledgments: envelopeAcknowledgmentStore(table) };
  const acknowledgments = { find: (id: string) => findAcknowledgment<StoredClaimAcknowledgment>(table, id) };
  return [
    responseProcessor(envelopeAcknowledgments(envelopes, implementationAcknowledgments(envelopes))),
    responseProcessor(envelopeAcknowledgments(envelopes, interchangeAcknowledgments(envelopes))),
    responseProcessor(claimAcknowledgments({ ...shared, acknowledgments, policyOf })),
    responseProcessor(remittances(remittancePorts(table))),
  ];
}
