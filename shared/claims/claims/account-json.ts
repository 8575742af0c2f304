import { patientShareOf } from '../remittances/judge.ts';
import type { ClaimAccount } from './account-fields.ts';
import { byFile } from './answers.ts';
import { byTurn, compareText } from './chain.ts';
import type { Claim } from './claim.ts';
import { decimalOfCents } from './claim-json.ts';
import type { Adjudication, ClaimId, FactKey, LineAdjustment } from './facts.ts';
import { factsOf } from './known-facts.ts';
import { totalOf } from './patient-share.ts';
import { summedByCode } from './reasons.ts';
import { type AdjudicationRow, type ClaimState, stateOf } from './state.ts';

/**
 * What payers said about a visit, as the API shows it.
 *
 * @param chain the claims of the visit that the caller may see
 */
export function accountJson(chain: readonly Claim[]): ClaimAccount {
  const states = [...stateOf(new Set(chain.flatMap(factsOf))).values()];
  const rows = states.flatMap((state) => state.adjudications.map((row) => ({ row, state })));
  const places = new Map(rows.map(({ row: { adjudication } }) => [adjudication.key, placeOf(adjudication)]));
  const sum = (of: (state: ClaimState) => number) =>
    decimalOfCents(states.reduce((total, state) => total + of(state), 0));
  return {
    claims: chain.map((claim) => ({
      claim_id: claim.id,
      patient_control_number: claim.patient_control_number,
      frequency: claim.frequency,
      payer_id: claim.payer_id,
      lane: claim.lane,
      charge: decimalOfCents(claim.total_charge),
      paid: decimalOfCents(claim.paid ?? 0),
    })),
    adjudications: rows
      .toSorted((a, b) => byDay(a.row, b.row))
      .map(({ row, state }) => rowJson(row, state.claim, places)),
    answers: states.flatMap(answersJson),
    charged: decimalOfCents(Math.max(0, ...states.map(({ charge }) => charge))),
    paid: sum(({ paid }) => paid),
    adjusted: adjustedJson(states),
    patient: sum(({ patient }) => totalOf(patient)),
    at_risk: sum(({ lane, reasons }) =>
      lane === 'closed' || lane === 'dismissed'
        ? 0
        : reasons.reduce((total, { amount }) => total + amount, 0),
    ),
    credit: sum(({ credit }) => credit),
  };
}

/** Of one day a reversal comes last, because it takes back what was paid before. */
const byDay = (a: AdjudicationRow, b: AdjudicationRow): number =>
  compareText(a.adjudication.paid_on, b.adjudication.paid_on) ||
  Number(a.status === 'reversal') - Number(b.status === 'reversal') ||
  byTurn(a.adjudication, b.adjudication);

const placeOf = ({ remittance, payment_number }: Adjudication) => ({
  remittance_id: remittance,
  payment_number,
});

function rowJson(
  { adjudication, status, by, pair }: AdjudicationRow,
  claim: ClaimId,
  places: ReadonlyMap<FactKey, ReturnType<typeof placeOf>>,
): ClaimAccount['adjudications'][number] {
  const other = pair && places.get(pair);
  return {
    ...placeOf(adjudication),
    status,
    claim_id: claim,
    ...(by && { settles_by: by }),
    payer_id: adjudication.payer.id,
    payer_control_number: adjudication.payer_number,
    claim_number: adjudication.number,
    paid_on: adjudication.paid_on,
    charge: decimalOfCents(adjudication.charge),
    paid: decimalOfCents(adjudication.paid),
    patient: decimalOfCents(totalOf(patientShareOf(adjudication))),
    adjustments: reductionsJson(adjudication.lines.flatMap(({ adjustments }) => adjustments)),
    denied: reductionsJson(adjudication.lines.flatMap(({ denied }) => denied)),
    ...(other && { pair: other }),
  };
}

/** Summed over the lines. */
const reductionsJson = (reductions: readonly LineAdjustment[]) =>
  summedByCode(reductions).map(({ group, code, amount }) => ({
    ...{ group, reason: code, amount: decimalOfCents(amount) },
  }));

const answersJson = ({ claim, answers }: ClaimState): ClaimAccount['answers'] =>
  answers
    .toSorted((a, b) => byFile(a.answer, b.answer))
    .map(({ answer, effect }) => ({
      response_id: answer.response,
      kind: answer.from,
      claim_id: claim,
      received_at: answer.received_at,
      answered_on: answer.day ?? answer.written_on,
      verdict: answer.verdict,
      ...(answer.code !== undefined && { code: answer.code }),
      effect,
    }));

function adjustedJson(states: readonly ClaimState[]): ClaimAccount['adjusted'] {
  const sums = new Map<string, number>();
  for (const { adjusted, lane } of states) {
    if (lane === 'closed') continue;
    for (const [group, amount] of Object.entries(adjusted)) sums.set(group, (sums.get(group) ?? 0) + amount);
  }
  return [...sums].map(([group, amount]) => ({ group, amount: decimalOfCents(amount) }));
}
