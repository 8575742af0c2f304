import { type Answer, type AnswerVerdict, type ClaimId, factKey } from '../claims/facts.ts';
import { deterministicId } from '../deterministic-id.ts';
import type { ClaimVerdict } from '../responses/implementation-acknowledgment/batch-verdicts.ts';
import type { StoredEnvelopeAcknowledgment } from '../responses/implementation-acknowledgment/stored-acknowledgment.ts';

/** The 999 or TA1 of a verdict, and the claim that stands at its place in the batch. */
export interface AnsweredIn {
  readonly acknowledgment: Pick<
    StoredEnvelopeAcknowledgment,
    'id' | 'kind' | 'received_at' | 'written_on' | 'written_at' | 'application_sender'
  >;
  readonly batch: { readonly id: string };
  readonly claim: ClaimId;
}

const verdicts = { accepted: 'accepted', rejected: 'rejected', unknown: 'unclear' } as const satisfies Record<
  ClaimVerdict['verdict'],
  AnswerVerdict
>;

/** Further errors are only in the acknowledgment. */
export const maxErrors = 5;

/**
 * What a 999 or TA1 says about a claim. It has no codes of a claim status, so its reasons are texts of codes and positions: errors
 * of the claim, its set (IK3 to IK5) and its group (AK9), or TA105.
 */
export function answer(verdict: ClaimVerdict, { acknowledgment, batch, claim }: AnsweredIn): Answer {
  const { kind, id: response, received_at, written_on, written_at, application_sender } = acknowledgment;
  return {
    fact: 'answer',
    key: factKey(deterministicId(kind, response, claim)),
    claim,
    response,
    from: kind,
    batch: batch.id,
    sender: application_sender,
    written_on,
    ...(written_at !== undefined && { written_at }),
    received_at,
    verdict: verdicts[verdict.verdict],
    reasons: verdict.errors
      .slice(0, maxErrors)
      .map((message) => ({ category: '', code: '', entity: undefined, message })),
    ...(verdict.role && { cause: verdict.role }),
  };
}
