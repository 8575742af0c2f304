import type { ResponseProcessor } from '#claims/files/file-run.ts';
import type { ClaimAcknowledgmentPorts } from '#claims/responses/claim-acknowledgment/apply-status.ts';
import { claimAcknowledgments } from '#claims/responses/claim-acknowledgment/claim-acknowledgments.ts';
import type { StoredClaimAcknowledgment } from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import { responseProcessor } from '#claims/responses/engine/response-processor.ts';
import type { Table } from '../../dynamodb/table.ts';
import { batchLookup, claimLookup } from '../claims/claim-lookup.ts';
import { findAcknowledgment } from './acknowledgments.ts';

export const claimAcknowledgmentProcessor = (
  table: Table,
  {
    policyOf,
    postPaymentsUnder = async () => {},
  }: Pick<ClaimAcknowledgmentPorts, 'policyOf'> &
    Partial<Pick<ClaimAcknowledgmentPorts, 'postPaymentsUnder'>>,
): ResponseProcessor =>
  responseProcessor(
    claimAcknowledgments({
      claims: claimLookup(table),
      batches: batchLookup(table),
      acknowledgments: { find: (id) => findAcknowledgment<StoredClaimAcknowledgment>(table, id) },
      policyOf,
      postPaymentsUnder,
    }),
  );
