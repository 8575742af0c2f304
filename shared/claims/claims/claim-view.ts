import { claimStatusCategory, claimStatusCode } from '#x12/codes/claim-status.ts';
import { unmatchedItemId } from '../unmatched/unmatched-item.ts';
import { byFile, type PlacedAnswer } from './answers.ts';
import { compareText } from './chain.ts';
import type { Claim, DeniedAmount, ResponseConflict } from './claim.ts';
import { type Conflict, conflictText } from './conflicts.ts';
import type { Answer, AnswerReason, Decision, Fact, FactKey } from './facts.ts';
import { unsentLaneOf, withUnsentLane } from './known-facts.ts';
import { totalOf } from './patient-share.ts';
import { summedByCode } from './reasons.ts';
import type { AdjudicationRow, ClaimState } from './state.ts';

/** Fields of a claim that follow from the facts of its chain. */
type DerivedField =
  | 'lane'
  | 'lane_since'
  | 'lane_before'
  | 'unsent_lane'
  | 'waits_for'
  | 'conflicts'
  | keyof ReturnType<typeof envelopeFields>
  | keyof ReturnType<typeof statusFields>
  | keyof ReturnType<typeof moneyFields>;

/**
 * The claim with the fields that follow from the facts of its chain.
 *
 * @param facts of the chain, by key
 * @param at time of the change, if the lane changes
 */
export function withState(
  claim: Claim,
  state: ClaimState,
  facts: ReadonlyMap<FactKey, Fact>,
  at: string,
): Claim {
  const current = state.answers.filter(({ effect }) => effect !== 'earlier');
  const { lane } = state;
  const isMoved = lane !== claim.lane;
  const isOnTop =
    lane === 'overdue' || ((lane === 'review' || lane === 'dismissed') && state.lane_by_responses !== lane);
  const derived: Partial<Pick<Claim, DerivedField>> = {
    ...envelopeFields(state.rejection),
    ...statusFields(current, state.payer_rejection),
    ...moneyFields(state),
    ...(isOnTop && { lane_before: state.lane_by_responses }),
    ...(state.waits_for && { waits_for: state.waits_for }),
  };
  const { lane_reason, ...rest } = withoutDerived(claim);
  const after = {
    ...rest,
    ...(lane_reason !== undefined && !isMoved && { lane_reason }),
    ...derived,
    lane,
    lane_since: isMoved ? at : claim.lane_since,
    conflicts: state.conflicts.flatMap((one) => conflictOf(one, facts)),
  };
  return withUnsentLane(after, unsentLaneOf(claim));
}

function withoutDerived(claim: Claim): Omit<Claim, DerivedField> {
  const { lane, lane_since, lane_before, unsent_lane, waits_for, conflicts, ...some } = claim;
  const { rejected_at, rejected_reason, rejected_by_999_id, rejected_as, ...more } = some;
  const { payer_status_at, payer_status_by_277ca_id, payer_status_code, ...unanswered } = more;
  const { payer_rejected_at, payer_rejected_reason, payer_rejected_status_code, ...unrejected } = unanswered;
  const { payer_rejected_by_277ca_id, payer_control_number, payer_numbers, ...unnumbered } = unrejected;
  const { remittance_id, remitted_at, first_paid_on, paid, credit_balance, ...unpaid } = unnumbered;
  const { patient_responsibility, patient_responsibility_by, denial_reasons, denials, ...processed } = unpaid;
  const { is_unprocessable, ...rest } = processed;
  return rest;
}

/** Of the 999 and TA1. */
function envelopeFields(rejection: Answer | undefined) {
  if (rejection === undefined) return {};
  return {
    rejected_at: rejection.received_at,
    rejected_reason: envelopeReason(rejection),
    rejected_by_999_id: rejection.response,
    ...(rejection.cause && { rejected_as: rejection.cause }),
  };
}

function envelopeReason({ from, cause, reasons }: Answer): string {
  const text = cause === 'collateral' ? 'rejected with its set; the claim itself has no error' : 'rejected';
  const errors = reasons.flatMap(({ message }) => message ?? []).slice(0, 5);
  return [`${from}: ${text}`, errors.join('; ')].filter((part) => part !== '').join(': ');
}

/** Of the 277CA about the last submission. */
function statusFields(answers: readonly PlacedAnswer[], rejection: Answer | undefined) {
  const last = answers
    .map(({ answer }) => answer)
    .filter(({ from }) => from === '277CA')
    .toSorted(byFile)
    .at(-1);
  return {
    ...(last && {
      payer_status_at: last.answered_at,
      payer_status_by_277ca_id: last.response,
      payer_status_code: last.code,
    }),
    ...(rejection && {
      payer_rejected_at: rejection.answered_at,
      payer_rejected_reason: statusReason(rejection.reasons),
      payer_rejected_status_code: rejection.rejecting_code ?? rejection.code,
      payer_rejected_by_277ca_id: rejection.response,
    }),
  };
}

const maxReason = 2000;

/** Codes with their texts, and the payer's messages. */
function statusReason(reasons: readonly AnswerReason[]): string {
  const texts = reasons.flatMap(({ category, code, entity, message, line }) => {
    const categoryText = claimStatusCategory.entries.get(category)?.text;
    const statusText = claimStatusCode.entries.get(code)?.text;
    const about = entity === undefined ? '' : ` (${entity})`;
    const place = line === undefined ? '' : `line ${line}: `;
    return [
      `${place}${category}${categoryText ? ` ${categoryText}` : ''}: ${code}${statusText ? ` ${statusText}` : ''}${about}`,
      ...(message === undefined ? [] : [message]),
    ];
  });
  return [...new Set(texts)].join('; ').slice(0, maxReason);
}

/** Cents. A claim without a posted payment has none of them but the number that an acceptance gave it. */
function moneyFields(state: ClaimState) {
  const posted = state.adjudications.filter(isPosted).map(({ adjudication }) => adjudication);
  // Of one day a reversal comes last: it takes back what was paid before.
  const last = posted
    .toSorted(
      (a, b) =>
        compareText(a.paid_on, b.paid_on) || Number(a.kind === 'reversal') - Number(b.kind === 'reversal'),
    )
    .at(-1);
  const firstPaid = posted.find(({ paid }) => paid > 0)?.paid_on;
  const numbers = numbersOf(state);
  const reasons = reasonSums(state.reasons);
  const denials = denialSums(state.denials);
  return {
    ...(state.payer_number !== undefined && { payer_control_number: state.payer_number }),
    ...(numbers.length > 0 && { payer_numbers: numbers }),
    ...(last && {
      remittance_id: last.remittance,
      remitted_at: `${last.paid_on}T00:00:00.000Z`,
      paid: state.paid,
      patient_responsibility: totalOf(state.patient),
      patient_responsibility_by: state.patient,
    }),
    ...(firstPaid !== undefined && { first_paid_on: firstPaid }),
    ...(reasons.length > 0 && { denial_reasons: reasons }),
    ...(denials.length > 0 && { denials }),
    ...(state.credit > 0 && { credit_balance: state.credit }),
    ...(state.is_unprocessable && { is_unprocessable: true as const }),
  };
}

const isPosted = ({ status }: AdjudicationRow): boolean =>
  status !== 'held' && status !== 'estimate' && status !== 'forwarded';

const numbersOf = ({ answers, adjudications }: ClaimState): readonly string[] =>
  [
    ...new Set([
      ...answers.flatMap(({ answer }) => answer.payer_number ?? []),
      ...adjudications.map(({ adjudication }) => adjudication.payer_number),
    ]),
  ]
    .filter((number) => number !== '')
    .toSorted(compareText);

/** Reductions that stand, summed over the lines by group and code, the largest first. */
const reasonSums = (reasons: ClaimState['reasons']) =>
  summedByCode(reasons)
    .map(({ group, code, amount }) => ({ group, reason: code, amount }))
    .toSorted(
      (a, b) => b.amount - a.amount || compareText(`${a.group} ${a.reason}`, `${b.group} ${b.reason}`),
    );

/** Denials summed over the lines, in one order. */
function denialSums(denials: ClaimState['denials']): readonly DeniedAmount[] {
  const sums = new Map<string, DeniedAmount>();
  for (const { group, code, amount, open } of denials) {
    const key = `${group} ${code}`;
    const sum = sums.get(key) ?? { group, reason: code, amount: 0, open: 0 };
    sums.set(key, { ...sum, amount: sum.amount + amount, open: sum.open + open });
  }
  return [...sums.entries()].toSorted(([a], [b]) => compareText(a, b)).map(([, sum]) => sum);
}

/** A conflict as the claim shows it: the response that it comes from, and who resolved it. */
function conflictOf(
  { key, kind, facts: keys, open }: Conflict,
  facts: ReadonlyMap<FactKey, Fact>,
): readonly ResponseConflict[] {
  const sources = keys.flatMap((one) => facts.get(one) ?? []);
  const source = sources.find(
    (fact) => fact.fact === 'answer' || fact.fact === 'adjudication' || fact.fact === 'doubt',
  );
  if (source === undefined) return [];
  const decision = [...facts.values()].find(
    (fact): fact is Decision => fact.fact === 'decision' && fact.resolves.includes(key),
  );
  const remittances = sources.flatMap((fact) => (fact.fact === 'adjudication' ? fact.remittance : []));
  return [
    {
      key,
      kind,
      ...originOf(source),
      text: conflictText(kind, source),
      ...(kind === 'overpaid' && { remittance_ids: [...new Set(remittances.toReversed())] }),
      ...(open && { open: true as const }),
      ...(decision && !open && { resolved_at: decision.at, resolved_by: decision.by }),
    },
  ];
}

type Source = Extract<Fact, { readonly fact: 'answer' | 'adjudication' | 'doubt' }>;

function originOf(
  source: Source,
): Pick<ResponseConflict, 'source_id' | 'response' | 'found_at' | 'unmatched_item_id'> {
  switch (source.fact) {
    case 'answer':
      return { source_id: source.response, response: source.from, found_at: source.received_at };
    case 'adjudication':
      return {
        source_id: source.remittance,
        response: '835',
        found_at: source.received_at,
        ...(source.held && {
          unmatched_item_id: unmatchedItemId(source.remittance, source.payment_number),
        }),
      };
    case 'doubt': {
      const { source_id, response, at, item } = source;
      return {
        source_id,
        found_at: at,
        ...(response && { response }),
        ...(item && { unmatched_item_id: item }),
      };
    }
  }
}
