import { type PlacedAnswer, stages } from './answers.ts';
import { type Assigned, decides } from './assignment.ts';
import { type Chain, isSuccessor, isVoid, type Member } from './chain.ts';
import type { Answer, BaseLane, ClaimId, FactKey, LateResponse } from './facts.ts';
import type { MoneyView } from './reasons.ts';
import { covers } from './turns.ts';

/** What was decided about each claim, reversed or not. */
export interface Decided {
  readonly of: (claim: ClaimId) => readonly Assigned[];
  readonly live: (claim: ClaimId) => readonly Assigned[];
  readonly isForwarded: (claim: ClaimId) => boolean;
}

export function decidedOf(assigned: readonly Assigned[], reversed: ReadonlySet<FactKey>): Decided {
  const decisions = assigned.filter(({ adjudication }) => decides(adjudication));
  const of = (claim: ClaimId): readonly Assigned[] => decisions.filter(({ member }) => member === claim);
  const isReversed = ({ adjudication }: Assigned): boolean => reversed.has(adjudication.key);
  const isDuplicate = ({ adjudication }: Assigned): boolean => adjudication.kind === 'duplicate';
  return {
    of,
    live: (claim) => {
      const all = of(claim);
      const left = all.filter((one) => !isReversed(one));
      // A refused duplicate refers to an earlier decision, which a reversal has taken back.
      const isUndone = all.some((one) => isReversed(one) && !isDuplicate(one));
      return isUndone && left.every(isDuplicate) ? [] : left;
    },
    isForwarded: (claim) =>
      assigned.some(({ member, adjudication }) => member === claim && adjudication.kind === 'forwarded'),
  };
}

/** Claims that need no response because of another member. */
export interface Closed {
  readonly closed: ReadonlySet<ClaimId>;
  /** Those whose decisions no longer count for the visit, only their money. */
  readonly superseded: ReadonlySet<ClaimId>;
}

/**
 * An original is closed by a correction that is paid or settled, and by one that was sent if nothing of the original stands or
 * is paid: a refused correction does not close a paid original. A void that was sent ends with the reversal of its original.
 */
export function closedMembers(members: readonly Member[], { of, live }: Decided): Closed {
  const closed = new Set<ClaimId>();
  const superseded = new Set<ClaimId>();
  const isSettled = (claim: ClaimId): boolean =>
    live(claim).some(
      ({ adjudication: { paid, lines } }) =>
        paid > 0 || lines.some(({ outcome }) => outcome === 'paid' || outcome === 'settled'),
    );
  for (const { id } of members) {
    const isReversed = of(id).length > 0 && live(id).length === 0;
    const successors = successorsOf(id, members);
    if (successors.some((next) => isSettled(next.id))) superseded.add(id);
    if (superseded.has(id) || (successors.some(wasSent) && !isSettled(id))) closed.add(id);
    const voids = members.filter(
      (member) => isVoid(member) && wasSent(member) && member.latest.corrects === id,
    );
    if (isReversed && voids.length > 0)
      for (const one of [id, ...voids.map((each) => each.id)]) closed.add(one);
  }
  return { closed, superseded };
}

const wasSent = ({ sentOn }: Member): boolean => sentOn !== undefined;

/** The corrections of a claim, and their corrections. */
function successorsOf(id: ClaimId, members: readonly Member[]): readonly Member[] {
  const found: Member[] = [];
  for (const member of members) {
    const of = member.latest.corrects;
    if (isSuccessor(member) && member.id !== id && (of === id || found.some((one) => one.id === of))) {
      found.push(member);
    }
  }
  return found;
}

/**
 * Returns the lane of a claim. An unanswered rejection comes first, then its adjudications, then the other responses of the
 * payer. A 999 that accepts is a fact of its batch and moves no claim.
 */
export function laneOf(
  member: Member,
  chain: Chain,
  answers: readonly PlacedAnswer[],
  decided: Decided,
  money: MoneyView,
): BaseLane {
  const counting = answers.filter(({ effect }) => effect === 'counts').map(({ answer }) => answer);
  const rejections = counting.filter(({ verdict }) => verdict === 'rejected');
  if (rejections.some(({ from }) => from === '277CA')) return 'payer_rejected';
  if (rejections.length > 0) return 'rejected';
  const byMoney = moneyLane(member, decided, money);
  if (byMoney !== undefined) return byMoney;
  // CLP02 23: not its claim, so it forwarded it, and another payer decides.
  if (decided.isForwarded(member.id)) return 'pending';
  const ofPayer = counting.filter(({ from }) => from === '277CA');
  if (ofPayer.some(({ verdict }) => verdict === 'pended')) return 'pending';
  if (ofPayer.some(isAcceptance)) return 'accepted';
  if (member.latest.sent_at !== undefined || ofPayer.length > 0) return 'submitted';
  return chain.screenings.findLast(({ claim }) => claim === member.id)?.lane ?? 'ready';
}

/** The service contract classifies the receipt A1 as accepted and the receipt A0 not at all. */
const isAcceptance = ({ verdict, contract_class }: Answer): boolean =>
  verdict === 'accepted' || (verdict === 'receipt' && contract_class === 'accepted');

function moneyLane(member: Member, { of, live }: Decided, money: MoneyView): BaseLane | undefined {
  const standing = live(member.id);
  if (of(member.id).length === 0 || isSentAgain(member, standing)) return undefined;
  if (standing.length === 0 || money.isPended || isTakenBack(member, of(member.id), standing))
    return 'pending';
  const isPaid = money.isSettled || standing.some(({ adjudication }) => adjudication.paid > 0);
  if (money.reasons.length === 0) return 'paid';
  return isPaid ? 'underpaid' : 'denied';
}

/** Whether the payer took back its decision about some of the lines, of which no other one is. */
function isTakenBack(
  { latest: { charge } }: Member,
  decided: readonly Assigned[],
  standing: readonly Assigned[],
): boolean {
  const left = standing.flatMap(({ adjudication: { lines } }) => lines);
  const isWhole = standing.some(({ adjudication }) => adjudication.charge >= charge);
  return (
    !isWhole &&
    decided.some(
      ({ adjudication: { key, kind, lines } }) =>
        kind === 'decision' &&
        standing.every(({ adjudication }) => adjudication.key !== key) &&
        lines.some((line) => !left.some((other) => covers(other, line))),
    )
  );
}

/** Whether a refused claim was sent again after the refusal, which is about an earlier submission. */
function isSentAgain({ submissions, latest }: Member, standing: readonly Assigned[]): boolean {
  return (
    standing.length > 0 &&
    standing.every(({ adjudication: { paid, written_on, lines } }) => {
      const isRefused = paid === 0 && !lines.some(({ outcome }) => outcome === 'settled');
      const wasSentBefore = submissions.some(({ sent_on }) => sent_on !== undefined && sent_on <= written_on);
      return isRefused && wasSentBefore && latest.sent_on !== undefined && latest.sent_on > written_on;
    })
  );
}

export type Awaited = LateResponse['expects'];

/** Returns the next expected response. Of the members that were sent to a payer, only the last one has one. */
export function awaited(
  member: Member,
  members: readonly Member[],
  lane: BaseLane,
  answers: readonly PlacedAnswer[],
): Awaited | undefined {
  const ofPayer = members.filter(({ latest }) => latest.level === member.latest.level);
  if (ofPayer.some((other) => sendingOf(other) > sendingOf(member))) return undefined;
  if (lane === 'accepted' || lane === 'pending') return '835';
  if (lane !== 'submitted') return undefined;
  const isAcknowledged = answers.some(
    ({ answer, n }) => answer.from === '999' && n === member.latest.n && answer.verdict === 'accepted',
  );
  return isAcknowledged ? '277CA' : '999';
}

const sendingOf = ({ latest, depth, id }: Member): string => `${latest.sent_at ?? ''} ${depth} ${id}`;

/**
 * Whether a response is late that has not come since, nor a later one.
 *
 * @param last the adjudication of the claim that came last
 */
export function isOverdue(
  { id, latest }: Member,
  late: readonly LateResponse[],
  answers: readonly PlacedAnswer[],
  last: FactKey | undefined,
): boolean {
  const reached = Math.max(
    -1,
    ...answers.filter(({ n }) => n === latest.n).map(({ answer }) => stages[answer.from]),
  );
  const isMissing = ({ expects, after }: LateResponse): boolean =>
    last === after && (expects === '835' || reached < stages[expects]);
  return late.some((one) => one.claim === id && one.n === latest.n && isMissing(one));
}
