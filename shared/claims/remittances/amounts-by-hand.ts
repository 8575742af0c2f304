import type { AdjudicatedLine, Adjudication, Denial } from '../claims/facts.ts';
import { noShare, totalOf } from '../claims/patient-share.ts';
import { outcomeOf, patientShareOf } from './judge.ts';

/** Amounts (cents) and outcome by which a person posts a payment that does not balance. */
export interface AmountsByHand {
  readonly paid?: number | undefined;
  readonly patient_responsibility?: number | undefined;
  readonly outcome?: 'paid' | 'underpaid' | 'denied' | undefined;
}

/** The adjudication with the amounts of a person, which are about the whole claim; itself without amounts. */
export function statedByHand(judged: Adjudication, by: AmountsByHand): Adjudication {
  const { held, ...posted } = judged;
  if (Object.values(by).every((value) => value === undefined)) return posted;
  const paid = by.paid ?? judged.paid;
  if (judged.kind !== 'decision' && judged.kind !== 'duplicate') return { ...posted, paid };
  const outcome = by.outcome ?? outcomeOf({ ...judged, paid });
  const share =
    by.patient_responsibility === undefined
      ? patientShareOf(judged)
      : { ...noShare, other: by.patient_responsibility };
  const rest = Math.max(0, judged.charge - paid - totalOf(share));
  const denied = outcome === 'denied' || outcome === 'underpaid' ? denialsOf(judged, rest) : [];
  const open = denied.reduce((sum, { amount }) => sum + amount, 0);
  const line: AdjudicatedLine = {
    ...{ line: 'all', charge: judged.charge, paid, patient: share, agreed: Math.max(0, rest - open) },
    adjustments: [],
    remarks: judged.lines.flatMap(({ remarks }) => remarks),
    outcome: lineOutcome(outcome, paid),
    denied,
    not_covered: false,
  };
  return { ...posted, kind: 'decision', paid, lines: [line] };
}

function lineOutcome(outcome: ReturnType<typeof outcomeOf>, paid: number): AdjudicatedLine['outcome'] {
  if (outcome === 'denied') return 'denied';
  if (outcome === 'pended') return 'pended';
  return paid > 0 ? 'paid' : 'settled';
}

/** The reasons of the payment; CARC A1 (denied) where it has none. */
function denialsOf({ lines }: Adjudication, rest: number): readonly Denial[] {
  const stated = lines.flatMap(({ denied }) => denied);
  return stated.length > 0 ? stated : [{ group: 'CO', code: 'A1', amount: rest }];
}
