import { batchLookup, claimLookup } from '#claims/claims/claim-lookup-records.ts';
import type { ResponseProcessor } from '#claims/files/file-run.ts';
import { responseProcessor } from '#claims/files/response-processor.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { findAcknowledgment } from '../acknowledgments/records.ts';
import type { ClaimAcknowledgmentPorts } from './apply-status.ts';
import { claimAcknowledgments } from './claim-acknowledgments.ts';
import type { StoredClaimAcknowledgment } from './stored-claim-acknowledgment.ts';

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
