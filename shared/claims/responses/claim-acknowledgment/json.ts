import type {
  ClaimAcknowledgmentDetailJson,
  ClaimAcknowledgmentJson,
  ClaimStatusJson,
} from '#contract/claims/responses/acknowledgment-records.ts';
import { claimStatusCategory, claimStatusCode } from '#x12/codes/claim-status.ts';
import { defined } from '../engine/defined.ts';
import type {
  StatusResult,
  StatusSegment,
  StatusTotals,
  StoredClaimAcknowledgment,
  StoredParty,
  UnscopedResult,
} from './stored-acknowledgment.ts';

/** A 277CA as the API shows it: amounts as decimals, codes with their texts. */
export function claimAcknowledgmentSummaryJson(answer: StoredClaimAcknowledgment): ClaimAcknowledgmentJson {
  const {
    kind,
    applied,
    digest,
    written_at,
    state,
    source,
    submitter,
    totals,
    batch_ids,
    unscoped_statuses,
    ...rest
  } = answer;
  const { id, ...others } = rest;
  return defined({
    id,
    state: state === 'applied' ? state : ('applying' as const),
    ...others,
    source: partyJson(source),
    submitter: partyJson(submitter),
    totals: totalsJson(totals),
    batch_ids: [...batch_ids],
    unscoped_statuses: unscoped_statuses.map(unscopedJson),
  });
}

/** With some of its statuses. */
export const claimAcknowledgmentDetailJson = (
  answer: StoredClaimAcknowledgment,
  statuses: readonly StatusResult[],
  nextCursor: string | null,
): ClaimAcknowledgmentDetailJson => ({
  ...claimAcknowledgmentSummaryJson(answer),
  statuses: statuses.map(statusJson),
  next_cursor: nextCursor,
});

const statusJson = (status: StatusResult): ClaimStatusJson =>
  defined({
    ...status,
    tax_id: status.tax_id ?? null,
    amount: status.amount === undefined ? null : status.amount / 100,
    service_date: status.service_date ?? null,
    numbers: defined({ ...status.numbers }),
    billing_provider: status.billing_provider && partyJson(status.billing_provider),
    statuses: status.statuses.map(segmentJson),
    service_lines: status.service_lines.map((line) =>
      defined({
        ...line,
        modifiers: [...line.modifiers],
        charge: line.charge / 100,
        statuses: line.statuses.map(segmentJson),
      }),
    ),
    match: matchJson(status.match),
  });

function matchJson(match: StatusResult['match']): ClaimStatusJson['match'] {
  switch (match.result) {
    case 'matched':
      return { ...match, narrowed_by: [...match.narrowed_by], differs_in: [...match.differs_in] };
    case 'ambiguous':
      return { ...match, claim_ids: [...match.claim_ids] };
    case 'unmatched':
      return match;
  }
}

const unscopedJson = (unscoped: UnscopedResult): ClaimAcknowledgmentJson['unscoped_statuses'][number] =>
  defined({
    ...unscoped,
    about: unscoped.about && partyJson(unscoped.about),
    totals: totalsJson(unscoped.totals),
    status: segmentJson(unscoped.status),
  });

const segmentJson = ({ reasons, amount, ...segment }: StatusSegment) =>
  defined({
    ...segment,
    amount: amount === undefined ? undefined : amount / 100,
    reasons: reasons.map(({ category, code, entity }) =>
      defined({
        category,
        category_text: claimStatusCategory.entries.get(category)?.text,
        code,
        text: claimStatusCode.entries.get(code)?.text,
        entity,
      }),
    ),
  });

const totalsJson = ({ accepted_amount, rejected_amount, ...counts }: StatusTotals) =>
  defined({
    ...counts,
    accepted_amount: accepted_amount === undefined ? undefined : accepted_amount / 100,
    rejected_amount: rejected_amount === undefined ? undefined : rejected_amount / 100,
  });

const partyJson = (party: StoredParty) => defined({ ...party });
