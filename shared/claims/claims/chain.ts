import { deterministicId } from '../deterministic-id.ts';
import type {
  Adjudication,
  Answer,
  ClaimId,
  Day,
  Decision,
  Doubt,
  Fact,
  LateResponse,
  Recovery,
  Screening,
  Submission,
} from './facts.ts';

/** A claim of the chain with its submissions, oldest first. */
export interface Member {
  readonly id: ClaimId;
  readonly submissions: readonly Submission[];
  readonly latest: Submission;
  /** Day of the first time that it was sent. */
  readonly sentOn: Day | undefined;
  /** Corrections since the original: 0 for the original. */
  readonly depth: number;
}

/** The facts by kind, without withdrawn ones. The order of each list does not depend on the order of the facts. */
export interface Chain {
  readonly members: readonly Member[];
  readonly answers: readonly Answer[];
  readonly adjudications: readonly Adjudication[];
  readonly held: readonly Adjudication[];
  readonly recoveries: readonly Recovery[];
  readonly decisions: readonly Decision[];
  readonly late: readonly LateResponse[];
  readonly doubts: readonly Doubt[];
  readonly screenings: readonly Screening[];
  /** {@link digestOf} the facts about a claim. */
  readonly digest: (claim: ClaimId) => string;
}

export const isVoid = ({ latest }: Member): boolean => latest.frequency === '8';

/** Replaces or repeats another member; a void does neither. */
export const isSuccessor = (member: Member): boolean =>
  member.latest.corrects !== undefined && !isVoid(member);

/** Identifies the facts about a claim that a person saw; what persons decided is not among them. */
export const digestOf = (facts: Iterable<Fact>): string =>
  deterministicId(
    ...[
      ...new Set(
        [...facts].filter(({ fact }) => fact !== 'decision' && fact !== 'screening').map(({ key }) => key),
      ),
    ].toSorted(),
  );

export function chainOf(all: ReadonlySet<Fact>): Chain {
  const facts = standing([...all]);
  const adjudications = ofKind(facts, 'adjudication').map((one) => moved(one, ofKind(facts, 'decision')));
  const posted = new Set(ofKind(facts, 'decision').map(({ posts }) => posts));
  const isHeld = ({ held, key }: Adjudication): boolean => held !== undefined && !posted.has(key);
  return {
    members: membersOf(ofKind(facts, 'submission')),
    answers: ofKind(facts, 'answer'),
    adjudications: adjudications.filter((one) => !isHeld(one)).toSorted(byTurn),
    held: adjudications.filter(isHeld),
    recoveries: ofKind(facts, 'recovery'),
    decisions: ofKind(facts, 'decision').toSorted(byTime),
    late: ofKind(facts, 'late'),
    doubts: ofKind(facts, 'doubt'),
    screenings: ofKind(facts, 'screening').toSorted(byTime),
    digest: (id) => digestOf(facts.filter(({ claim }) => claim === id)),
  };
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Timed = Pick<Decision, 'at' | 'key'>;
const byTime = (a: Timed, b: Timed): number => compareText(a.at, b.at) || compareText(a.key, b.key);

/**
 * By day, then by the number of the payer, then by key. Of one day a refusal comes before a payment, because a claim is corrected after
 * it was refused. Before both comes what is not decided, and a refused duplicate comes last.
 */
export function byTurn(a: Adjudication, b: Adjudication): number {
  return (
    compareText(a.paid_on, b.paid_on) ||
    rank(a) - rank(b) ||
    compareText(a.payer_number, b.payer_number) ||
    compareText(a.key, b.key)
  );
}

function rank({ kind, paid, lines }: Adjudication): number {
  if (kind === 'duplicate') return 2;
  if (paid > 0) return 1;
  return lines.some(({ outcome }) => outcome === 'pended') ? -1 : 0;
}

type KindName = Fact['fact'];
type FactOf<K extends KindName> = Extract<Fact, { readonly fact: K }>;

function ofKind<K extends KindName>(facts: readonly Fact[], kind: K): readonly FactOf<K>[] {
  const isOfKind = (fact: Fact): fact is FactOf<K> => fact.fact === kind;
  return facts.filter(isOfKind);
}

/** The facts by key, without facts that a decision takes back. */
function standing(all: readonly Fact[]): readonly Fact[] {
  const byKey = new Map<string, Fact>();
  for (const fact of all) {
    const known = byKey.get(fact.key);
    if (known === undefined || compareText(JSON.stringify(fact), JSON.stringify(known)) < 0) {
      byKey.set(fact.key, fact);
    }
  }
  const withdrawn = new Set<string>();
  // The latest first: what it takes back takes nothing back.
  for (const decision of ofKind([...byKey.values()], 'decision')
    .toSorted(byTime)
    .toReversed()) {
    for (const key of withdrawn.has(decision.key) ? [] : (decision.withdraws ?? [])) withdrawn.add(key);
  }
  return [...byKey.values()]
    .filter(({ key }) => !withdrawn.has(key))
    .toSorted((a, b) => compareText(a.key, b.key));
}

function moved(adjudication: Adjudication, decisions: readonly Decision[]): Adjudication {
  const move = decisions
    .toSorted(byTime)
    .findLast(({ moves }) => moves?.adjudication === adjudication.key)?.moves;
  return move === undefined ? adjudication : { ...adjudication, assigned: move.to };
}

/** The members in the order original, corrections and voids; of one place, the one that was sent first. */
function membersOf(submissions: readonly Submission[]): readonly Member[] {
  const byClaim = Map.groupBy(submissions, ({ claim }) => claim);
  const corrected = new Map(submissions.map(({ claim, corrects }) => [claim, corrects]));
  const members = [...byClaim].flatMap(([id, list]): Member[] => {
    const sorted = list.toSorted((a, b) => a.n - b.n || compareText(a.key, b.key));
    const latest = sorted.at(-1);
    if (latest === undefined) return [];
    const sentOn = sorted.find(({ sent_on }) => sent_on !== undefined)?.sent_on;
    return [{ id, submissions: sorted, latest, sentOn, depth: depthOf(id, corrected) }];
  });
  const sent = ({ submissions: [first] }: Member): string => first?.sent_at ?? '~';
  return members.toSorted(
    (a, b) => a.depth - b.depth || compareText(sent(a), sent(b)) || compareText(a.id, b.id),
  );
}

function depthOf(id: ClaimId, corrected: ReadonlyMap<ClaimId, ClaimId | undefined>): number {
  const seen = new Set([id]);
  let next = corrected.get(id);
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    next = corrected.get(next);
  }
  return seen.size - 1;
}
