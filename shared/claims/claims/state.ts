import type { AdjudicationStatus, SettlingRule } from './account-fields.ts';
import { byFile, type PlacedAnswer, placeAnswers, weighAnswers } from './answers.ts';
import { type Assigned, assign } from './assignment.ts';
import { byTurn, type Chain, chainOf, isSuccessor, isVoid, type Member } from './chain.ts';
import { type Conflict, conflictsOf } from './conflicts.ts';
import type { Adjudication, Answer, BaseLane, ClaimId, Fact, FactKey, Recovery } from './facts.ts';
import { type Awaited, awaited, closedMembers, type Decided, decidedOf, isOverdue, laneOf } from './lanes.ts';
import { noShare, type PatientShare } from './patient-share.ts';
import { moneyView, type Reason, type ReportedDenial, reportedDenials } from './reasons.ts';
import { pairReversals, type Reversed } from './reversals.ts';
import { isOverruled, type Row, type Turn, turnsOf } from './turns.ts';
import { type Visit, visitOf } from './visit.ts';

/** An adjudication of a claim as a biller sees it. */
export interface AdjudicationRow {
  readonly adjudication: Adjudication;
  readonly status: AdjudicationStatus;
  /** Why it belongs to this member of the chain. */
  readonly by?: SettlingRule;
  /** The other half of a reversal. */
  readonly pair?: FactKey;
}

/** All that follows from the facts about a claim. Amounts are integer cents. */
export interface ClaimState {
  readonly claim: ClaimId;
  readonly lane: BaseLane | 'overdue' | 'review';
  /** The lane without open conflicts and without a decision of a person. */
  readonly base_lane: BaseLane | 'overdue';
  /** The lane by its responses alone, where it may be overdue. */
  readonly lane_by_responses: BaseLane;
  readonly waits_for?: Awaited;
  readonly answers: readonly PlacedAnswer[];
  /** The rejections of a kind that fill the fields of the claim: the one that was produced last. */
  readonly rejection?: Answer;
  readonly payer_rejection?: Answer;
  readonly charge: number;
  /** The sum of CLP04, reversals included. */
  readonly paid: number;
  /** Adjustments of the lines that stand, by group. */
  readonly adjusted: Readonly<Record<string, number>>;
  /** What the patient owes for the visit, at the claim whose payer determined it. */
  readonly patient: PatientShare;
  /** Reductions that stand. */
  readonly reasons: readonly Reason[];
  /** For the report of denials, later outcomes included. */
  readonly denials: readonly ReportedDenial[];
  /** Paid beyond what was agreed, at the claim that was paid last. */
  readonly credit: number;
  /** For REF*F8 of a correction or void. */
  readonly payer_number?: string;
  /** Returned as unprocessable (MA130): it is sent as a new claim, without REF*F8. */
  readonly is_unprocessable: boolean;
  readonly conflicts: readonly Conflict[];
  readonly adjudications: readonly AdjudicationRow[];
  readonly recoveries: readonly Recovery[];
  /** CARCs without a row in the table of codes, which the table of denials decides. */
  readonly unclassified_codes: readonly string[];
}

/** Everything that the claims of a chain share. */
interface Folded {
  readonly chain: Chain;
  readonly about: ReturnType<typeof placeAnswers>;
  readonly assigned: readonly Assigned[];
  readonly reversed: readonly Reversed[];
  readonly reversedKeys: ReadonlySet<FactKey>;
  readonly decided: Decided;
  readonly closed: ReadonlySet<ClaimId>;
  readonly turns: readonly Turn[];
  readonly visit: Visit;
  readonly paid: number;
  readonly conflicts: readonly Conflict[];
}

/**
 * Folds the facts of a chain into the state of each of its claims. Pure: no clock, and no order of arrival, because every
 * step puts the facts into one order.
 */
export function stateOf(facts: ReadonlySet<Fact>): Map<ClaimId, ClaimState> {
  const folded = fold(chainOf(facts));
  return new Map(folded.chain.members.map((member) => [member.id, stateOfMember(member, folded)]));
}

function fold(chain: Chain): Folded {
  const about = placeAnswers(chain);
  const given = about.flatMap(({ answer: { payer_number, verdict }, submission }) =>
    payer_number === undefined || verdict === 'rejected'
      ? []
      : [{ member: submission.claim, number: payer_number }],
  );
  const assigned = assign(chain, given);
  const reversed = pairReversals(chain, assigned);
  const reversedKeys = new Set(reversed.flatMap(({ original }) => original ?? []));
  const decided = decidedOf(assigned, reversedKeys);
  const { closed, superseded } = closedMembers(chain.members, decided);
  const live = chain.members
    .filter((member) => !superseded.has(member.id) && !isAnsweredAlone(member, chain))
    .flatMap(({ id }) => decided.live(id))
    .toSorted((a, b) => byTurn(a.adjudication, b.adjudication));
  const turns = turnsOf(live, chain.members);
  const paid = [
    ...assigned.map(({ adjudication }) => adjudication),
    ...reversed.map(({ reversal }) => reversal),
  ]
    .map((one) => one.paid)
    .reduce((sum, one) => sum + one, 0);
  const unpaired = reversed.filter(({ original }) => original === undefined);
  const takenBack = unpaired.flatMap(({ reversal: { lines } }) => lines);
  const visit = visitOf(turns, { paid, charge: chargeOf(chain.members), takenBack });
  const answers = chain.members.flatMap((member) => weigh(member, about, decided));
  const levels = new Map(chain.members.map(({ id, latest }) => [id, latest.level]));
  const levelOf = (claim: ClaimId): number => levels.get(claim) ?? 1;
  const found = { chain, answers, assigned, reversed, turns, credit: visit.credit, levelOf };
  const conflicts = conflictsOf(found);
  return { chain, about, assigned, reversed, reversedKeys, decided, closed, turns, visit, paid, conflicts };
}

/** A refused void decides nothing about the visit. */
const isAnsweredAlone = (member: Member, { members }: Chain): boolean =>
  isVoid(member) && members.some((other) => !isVoid(other));

/** The largest charge that a payer may have. A correction changes nothing of the visit before it is sent. */
const chargeOf = (members: readonly Member[]): number =>
  Math.max(
    0,
    ...members.flatMap((member) =>
      member.sentOn !== undefined || !isSuccessor(member) ? member.latest.charge : [],
    ),
  );

const weigh = (member: Member, about: Folded['about'], { of }: Decided): readonly PlacedAnswer[] =>
  weighAnswers(
    member,
    about,
    of(member.id).map(({ adjudication }) => adjudication),
  );

function stateOfMember(member: Member, folded: Folded): ClaimState {
  const { chain, decided, turns, visit, closed, conflicts, paid } = folded;
  const { id } = member;
  const isClosed = closed.has(id);
  // A closed claim keeps the reasons for which it was corrected; nothing of them is open.
  const isAlone = isClosed || isAnsweredAlone(member, chain);
  const shown = isAlone ? turnsOf(decided.live(id), chain.members) : turns;
  const money = moneyView(id, shown, visit, paid);
  const answers = weigh(member, folded.about, decided);
  const own = conflicts.filter(({ claim }) => claim === id);
  const lane = isClosed ? 'closed' : laneOf(member, chain, answers, decided, money);
  const rows = rowsOf(id, folded, money.rows);
  const posted = rows.filter(({ status }) => status !== 'held').map(({ adjudication }) => adjudication);
  const waitsFor = awaited(member, chain.members, lane, answers);
  const isLate = waitsFor !== undefined && isOverdue(member, chain.late, answers, posted.at(-1)?.key);
  const base = isLate ? 'overdue' : lane;
  // A draft has errors, which come before the doubts about it.
  const isReviewed = lane !== 'draft' && own.some(({ open }) => open);
  const number = payerNumber(id, folded);
  return {
    claim: id,
    lane: decidedLane(id, chain) ?? (isReviewed ? 'review' : base),
    base_lane: base,
    lane_by_responses: lane,
    ...(waitsFor && { waits_for: waitsFor }),
    answers,
    ...fieldsOfRejections(answers),
    charge: member.latest.charge,
    paid: posted.reduce((sum, one) => sum + one.paid, 0),
    adjusted: adjustedBy(money.rows),
    patient: visit.determinedOn === id ? visit.share : noShare,
    reasons: money.reasons,
    denials: isAnsweredAlone(member, chain)
      ? []
      : reportedDenials(decided.of(id), shown, {
          reasons: isClosed ? [] : money.reasons,
          reversed: folded.reversedKeys,
        }),
    credit: own.some(({ kind }) => kind === 'overpaid') ? visit.credit : 0,
    ...(number && { payer_number: number }),
    is_unprocessable: isUnprocessable(lane, money.rows),
    conflicts: own,
    adjudications: rows,
    recoveries: chain.recoveries.filter(({ claim }) => claim === id),
    unclassified_codes: [...new Set(posted.flatMap((one) => one.unclassified_codes))],
  };
}

/** The lane that a person chose, while no fact is newer. */
function decidedLane(id: ClaimId, { decisions, digest }: Chain): BaseLane | undefined {
  const last = decisions.findLast(({ claim, lane }) => claim === id && lane !== undefined);
  return last?.seen === digest(id) ? last.lane : undefined;
}

/** A rejection fills its fields whatever it does to the lane. */
function fieldsOfRejections(
  answers: readonly PlacedAnswer[],
): Pick<ClaimState, 'rejection' | 'payer_rejection'> {
  const rejections = answers
    .map(({ answer }) => answer)
    .filter(({ verdict }) => verdict === 'rejected')
    .toSorted(byFile);
  const rejection = rejections.findLast(({ from }) => from !== '277CA');
  const payerRejection = rejections.findLast(({ from }) => from === '277CA');
  return { ...(rejection && { rejection }), ...(payerRejection && { payer_rejection: payerRejection }) };
}

function rowsOf(id: ClaimId, { chain, assigned, reversed, reversedKeys }: Folded, standing: readonly Row[]) {
  const stands = new Set(standing.map(({ adjudication }) => adjudication.key));
  const statusOf = ({ key, kind }: Adjudication): AdjudicationRow['status'] => {
    if (reversedKeys.has(key)) return 'reversed';
    if (kind === 'estimate' || kind === 'forwarded') return kind;
    return stands.has(key) ? 'stands' : 'replaced';
  };
  const given = assigned
    .filter(({ member }) => member === id)
    .map(({ adjudication, by }): AdjudicationRow => {
      const pair = reversed.find(({ original }) => original === adjudication.key)?.reversal.key;
      return { adjudication, by, status: statusOf(adjudication), ...(pair && { pair }) };
    });
  const taken = reversed
    .filter(({ member }) => member === id)
    .map(
      ({ reversal, original }): AdjudicationRow => ({
        adjudication: reversal,
        status: 'reversal',
        ...(original && { pair: original }),
      }),
    );
  const held = chain.held
    .filter(({ claim }) => claim === id)
    .map((adjudication): AdjudicationRow => ({ adjudication, status: 'held' }));
  return [...given, ...taken, ...held].toSorted((a, b) => byTurn(a.adjudication, b.adjudication));
}

function adjustedBy(rows: readonly Row[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { group, amount } of rows.flatMap(({ line }) => line.adjustments)) {
    sums[group] = (sums[group] ?? 0) + amount;
  }
  return sums;
}

/**
 * The number that the payer of the claim gave it: of its first payer that covers it, the last decision that stands; else of the
 * acceptance (REF*1K). A refused duplicate and a later payer have other numbers.
 */
function payerNumber(id: ClaimId, { decided, turns, about, chain }: Folded): string | undefined {
  const own = decided.live(id);
  const numbered = turnsOf(own, chain.members)
    .map((turn) => turn.rows.filter((row) => isNumbered(row) && !isDisclaimed(row, turns)))
    .find((rows) => rows.length > 0);
  const paying = numbered?.findLast(({ adjudication }) => adjudication.paid > 0) ?? numbered?.at(-1);
  const accepted = about
    .filter(({ answer, submission }) => submission.claim === id && answer.payer_number !== undefined)
    .map(({ answer }) => answer)
    .toSorted(byFile);
  return paying?.adjudication.payer_number ?? accepted.at(-1)?.payer_number;
}

const isNumbered = ({ adjudication, line }: Row): boolean =>
  adjudication.kind === 'decision' && adjudication.payer_number !== '' && line.outcome !== 'pended';

/** Whether the payer does not cover the patient, and another payer paid. */
function isDisclaimed(row: Row, turns: readonly Turn[]): boolean {
  const turn = turns.find(({ rows }) =>
    rows.some(({ adjudication }) => adjudication.key === row.adjudication.key),
  );
  return row.line.not_covered && turn !== undefined && isOverruled(row, turn, turns);
}

/** The remark of a claim that the payer did not process. */
const unprocessable = 'MA130';

const isUnprocessable = (lane: BaseLane, rows: readonly Row[]): boolean =>
  lane === 'denied' && rows.some(({ line }) => line.remarks.includes(unprocessable));
