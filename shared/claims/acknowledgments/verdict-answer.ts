import type { AnswerVerdict } from '#claims/claims/account-fields.ts';
import type { AcceptancesOfBatches, BatchAcceptances } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { type Answer, type ClaimId, claimId, factKey } from '#claims/claims/facts.ts';
import { shortId } from '#claims/deterministic-id.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type { StoredEnvelopeAcknowledgment } from './stored-acknowledgment.ts';

/** The 999 or TA1 of a verdict, and the claim at its place in the batch. */
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
 * Returns the statement of a 999 or TA1 about a claim. It has no codes of a claim status, so its reasons are texts of codes and positions: errors
 * of the claim, its set (IK3 to IK5) and its group (AK9), or TA105.
 */
export function answer(
  verdict: Pick<ClaimVerdict, 'verdict' | 'errors' | 'role'>,
  { acknowledgment, batch, claim }: AnsweredIn,
): Answer {
  const { kind, id: response, received_at, written_on, written_at, application_sender } = acknowledgment;
  return {
    fact: 'answer',
    key: factKey(shortId(kind, response, claim)),
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

/** The acceptances of a batch that count for a claim, as facts about it. */
export function acceptancesOf(
  { id, facts = [] }: Pick<Claim, 'id' | 'facts'>,
  known: BatchAcceptances | undefined,
): readonly Answer[] {
  if (known === undefined) return [];
  const answered = new Set(facts.flatMap((fact) => (fact.fact === 'answer' ? fact.response : [])));
  return known.accepted_by
    .filter((acknowledgment) => !answered.has(acknowledgment.id))
    .map((acknowledgment) =>
      answer(acceptance, { acknowledgment, batch: { id: known.batch_id }, claim: claimId(id) }),
    );
}

const acceptance = { verdict: 'accepted', errors: [] } as const;

/** The batches in which claims were sent. */
export const batchesOf = (claims: readonly Pick<Claim, 'sent'>[]): readonly string[] => [
  ...new Set(claims.flatMap(({ sent = [] }) => sent.flatMap(({ batch }) => batch ?? []))),
];

/** The claim with the acceptances of its batches among its facts, to be shown and not to be stored. */
export function withAcceptances(claim: Claim, acceptances: AcceptancesOfBatches): Claim {
  const more = batchesOf([claim]).flatMap((batch) => acceptancesOf(claim, acceptances.get(batch)));
  return more.length === 0 ? claim : { ...claim, facts: [...(claim.facts ?? []), ...more] };
}

/**
 * Whether the acceptance of a batch can change the state of a claim: after a refusal of the batch, which the acceptance may revoke, or
 * once the 999 was late. For other claims the record of the batch is enough.
 */
export const heedsAcceptance = ({ facts = [] }: Pick<Claim, 'facts'>, batchId: string): boolean =>
  facts.some(
    (fact) =>
      (fact.fact === 'answer' && fact.from !== '277CA' && fact.batch === batchId) ||
      (fact.fact === 'late' && fact.expects === '999'),
  );
