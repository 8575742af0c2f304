import { decimalOfCents } from '#claims/claims/claim-json.ts';
import { toJson } from '#claims/files/response-json.ts';
import { replyJson } from '#contract/claims/described-reply.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import {
  acknowledgmentContent,
  batchTotals,
  claimContent,
  lineStatus,
  statusInformation,
} from '#x12/277ca/model.ts';
import { claimStatusCategory, claimStatusCode } from '#x12/codes/claim-status.ts';
import type { ClaimAcknowledgmentDetailJson, ClaimAcknowledgmentJson, ClaimStatusJson } from './contract.ts';
import type {
  StatusResult,
  StatusSegment,
  StoredClaimAcknowledgment,
} from './stored-claim-acknowledgment.ts';

/** A 277CA as the API returns it: amounts are decimals, codes have their texts. */
export function claimAcknowledgmentSummaryJson(stored: StoredClaimAcknowledgment): ClaimAcknowledgmentJson {
  const { kind, applied, digest, written_on, written_at, application_sender, ...known } = stored;
  const { receiver, submitter, ...shown } = known;
  return toJson({
    ...shown,
    state: known.state === 'applied' ? known.state : ('applying' as const),
    ...replyJson(acknowledgmentContent, { ...known, receiver: submitter }),
    receiver,
    submitter,
    unscoped_statuses: known.unscoped_statuses.map(({ totals, status, ...unscoped }) => ({
      ...unscoped,
      totals: replyJson(batchTotals, totals),
      status: segmentJson(status),
    })),
  });
}

export const claimAcknowledgmentDetailJson = (
  acknowledgment: StoredClaimAcknowledgment,
  statuses: readonly StatusResult[],
  nextCursor: string | null,
): ClaimAcknowledgmentDetailJson => ({
  ...claimAcknowledgmentSummaryJson(acknowledgment),
  statuses: statuses.map(claimStatusJson),
  next_cursor: nextCursor,
});

/** A status of a claim, with its lines. */
export const claimStatusJson = (status: StatusResult): ClaimStatusJson =>
  toJson({
    ...status,
    ...replyJson(claimContent, status),
    tax_id: status.tax_id ?? null,
    amount: status.amount === undefined ? null : decimalOfCents(status.amount),
    service_date: status.service_date ?? null,
    statuses: status.statuses.map(segmentJson),
    service_lines: status.service_lines.map((line) => ({
      ...replyJson(lineStatus, line),
      statuses: line.statuses.map(segmentJson),
    })),
  });

const segmentJson = (segment: StatusSegment) => ({
  ...replyJson(statusInformation, segment),
  reasons: segment.reasons.map((reason) => ({
    ...reason,
    category_text: claimStatusCategory.entries.get(reason.category)?.text,
    text: claimStatusCode.entries.get(reason.code)?.text,
  })),
});

export const claimAcknowledgmentsCsv: CsvColumns<ClaimAcknowledgmentJson> = {
  name: '277ca-acks',
  columns: [
    ...membersOf<ClaimAcknowledgmentJson>(
      'id',
      'state',
      'received_at',
      'answered_at',
      'sender',
      'interchange_control_number',
      'batch',
      'file_id',
    ),
    ['statuses', ({ counts }) => counts.statuses],
    ['matched', ({ counts }) => counts.matched],
    ['unmatched', ({ counts }) => counts.unmatched],
    ['accepted', ({ counts }) => counts.accepted],
    ['rejected', ({ counts }) => counts.rejected],
    ['pended', ({ counts }) => counts.pended],
  ],
};
