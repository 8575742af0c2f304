import type { PlacedAnswer } from './answers.ts';
import type { Assigned } from './assignment.ts';
import { byTurn, type Chain } from './chain.ts';
import type { ConflictKind } from './claim-fields.ts';
import type { Adjudication, Answer, ClaimId, Day, Decision, Doubt, FactKey, Submission } from './facts.ts';
import type { Reversed } from './reversals.ts';
import { covers, standingRows, type Turn } from './turns.ts';

export interface Conflict {
  /** Names the conflict in decisions. */
  readonly key: string;
  readonly claim: ClaimId;
  readonly kind: ConflictKind;
  /** The facts that it comes from. */
  readonly facts: readonly FactKey[];
  readonly open: boolean;
}

/** What the conflict is about, in plain words; codes and amounts only. */
export function conflictText(kind: ConflictKind, source: Answer | Adjudication | Doubt): string {
  if (source.fact === 'doubt') return source.text;
  if (source.fact === 'answer') return answerText(source);
  const paid = (source.paid / 100).toFixed(2);
  switch (kind) {
    case 'unbalanced':
      return '835: the payment does not add up; nothing was posted';
    case 'reversal':
      return `835: the reversal of ${paid} fits no payment of the claim`;
    case 'overpaid':
      return `835: with the payment of ${paid}, more is paid than was agreed`;
    case 'primary_reversed':
      return 'An earlier payer changed its decision after a later one had decided by it; compare the amounts, then release, correct or void the claim';
    case 'unknown_code':
      return `835: reason ${source.unknown_codes.join(', ')} is in no list`;
    default:
      return '835: a person must look at the payment';
  }
}

const answerText = ({
  from,
  code = '',
  contract_class = 'unknown',
  disposition = 'unknown',
}: Answer): string =>
  from === '277CA'
    ? `277CA ${code}: ${contract_class} by the contract, ${disposition} by the standard`
    : `${from}: does not state whether the claim was accepted`;

interface Findings {
  readonly chain: Chain;
  readonly answers: readonly PlacedAnswer[];
  readonly assigned: readonly Assigned[];
  readonly reversed: readonly Reversed[];
  readonly turns: readonly Turn[];
  readonly credit: number;
  readonly levelOf: (claim: ClaimId) => number;
}

export function conflictsOf(found: Findings): readonly Conflict[] {
  const all = [...ofAnswers(found), ...ofPayments(found), ...changedBefore(found), ...overpaid(found)];
  const resolved = new Set(found.chain.decisions.flatMap(({ resolves }: Decision) => resolves));
  const byKey = new Map(all.map((conflict) => [conflict.key, conflict]));
  return [...byKey.values()].map((conflict) => ({ ...conflict, open: !resolved.has(conflict.key) }));
}

type Raised = Omit<Conflict, 'open'>;

const raised = (kind: ConflictKind, claim: ClaimId, ...facts: readonly FactKey[]): Raised => ({
  key: [kind, ...facts].join(' '),
  claim,
  kind,
  facts,
});

function ofAnswers({ answers, chain }: Findings): Raised[] {
  const unclear = answers.filter(({ answer, effect }) => answer.verdict === 'unclear' && effect === 'counts');
  return [
    ...unclear.map(({ answer, member }) => raised('classification', member, answer.key)),
    ...chain.doubts.map(({ about, claim, key }) => raised(about, claim, key)),
  ];
}

function ofPayments({ chain, assigned, reversed }: Findings): Raised[] {
  const unpaired = reversed.filter(({ original }) => original === undefined);
  const unknown = assigned.filter(({ adjudication }) => adjudication.unknown_codes.length > 0);
  return [
    ...chain.held.map(({ claim, key }) => raised('unbalanced', claim, key)),
    ...unpaired.map(({ reversal, member }) => raised('reversal', member, reversal.key)),
    ...unknown.map(({ adjudication, member }) => raised('unknown_code', member, adjudication.key)),
  ];
}

/** At the claim that was paid last. Another amount is another conflict, because the decision about it was about this one. */
function overpaid({ credit, assigned, reversed }: Findings): Raised[] {
  const last = assigned.findLast(({ adjudication }) => adjudication.paid > 0);
  if (credit === 0 || last === undefined) return [];
  const { key } = last.adjudication;
  const takenBack = new Set(reversed.map(({ original }) => original));
  const others = assigned
    .map(({ adjudication }) => adjudication)
    .filter((one) => one.paid > 0 && one.key !== key && !takenBack.has(one.key))
    .toReversed();
  const facts = [key, ...others.map((one) => one.key)];
  return [{ key: `overpaid ${key} ${credit}`, claim: last.member, kind: 'overpaid', facts }];
}

/** Whether a claim for a later payer states a decision that came after the reversal of this one. */
function isMadeAfter(
  { made_from: from }: Submission,
  reversal: Adjudication,
  reversed: Adjudication,
  assigned: readonly Assigned[],
): boolean {
  const stated = assigned.find(
    ({ adjudication: { remittance, payment_number } }) =>
      remittance === from?.remittance && payment_number === from.payment_number,
  )?.adjudication;
  return stated !== undefined && stated.key !== reversed.key && byTurn(reversal, stated) < 0;
}

/** A change of an earlier payer after the last day on which a later one decided about the line. */
function changedBefore({ chain, turns, reversed, assigned, levelOf }: Findings): Raised[] {
  const byKey = new Map(assigned.map((one) => [one.adjudication.key, one]));
  const laterThan = (level: number, from: Day, changed: Day): readonly Turn[] =>
    turns.filter((turn) => turn.level > level && turn.from >= from && turn.to < changed);
  const takenBack = reversed.flatMap(({ reversal, original }) => {
    const one = original === undefined ? undefined : byKey.get(original);
    if (one === undefined || one.adjudication.kind === 'duplicate') return [];
    const level = Math.max(one.adjudication.level, levelOf(one.member));
    // An undecided claim for a later payer states the amounts of the reversed payment.
    const waiting = chain.members.filter(
      ({ id, latest }) =>
        latest.level > level &&
        !isMadeAfter(latest, reversal, one.adjudication, assigned) &&
        !assigned.some(({ member }) => member === id) &&
        !chain.screenings.some(({ claim, lane }) => claim === id && lane === 'closed'),
    );
    const undecided = waiting.map(({ id }) => raised('primary_reversed', id, reversal.key));
    const decided = laterThan(level, one.adjudication.paid_on, reversal.paid_on)
      .filter(({ rows }) => rows.some((row) => one.adjudication.lines.some((line) => covers(line, row.line))))
      .flatMap(({ rows }) =>
        rows.slice(-1).map(({ member }) => raised('primary_reversed', member, reversal.key)),
      );
    return [...undecided, ...decided];
  });
  const decidedAgain = turns.flatMap((turn) =>
    standingRows(turn.rows).flatMap((row) => {
      const first = turn.rows.find(({ line }) => covers(line, row.line));
      if (first === undefined || first === row) return [];
      return laterThan(turn.level, first.adjudication.paid_on, row.adjudication.paid_on)
        .flatMap(({ rows }) => rows.filter(({ line }) => covers(line, row.line)).slice(-1))
        .map(({ member }) => raised('primary_reversed', member, row.adjudication.key));
    }),
  );
  return [...takenBack, ...decidedAgain];
}
