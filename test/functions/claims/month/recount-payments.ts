// What each claim was paid, computed from the texts of the 835s and the decisions of the staff alone.

import { type Desk, type HandPosting, payableAs, paymentAs } from './desk.ts';
import { type ReadAdjustment, type ReadPayment, readRemittances } from './remittance-text.ts';

export interface Owed {
  readonly deductible: number;
  readonly coinsurance: number;
  readonly copay: number;
  readonly other: number;
}

/** The money of a claim, cents. */
export interface PaidClaim {
  readonly paid: number;
  readonly owed: Owed;
  /** Reasons that stand, largest first. */
  readonly denials: readonly ReadAdjustment[];
  readonly firstPaidOn: string | undefined;
  /** Traces of the remittances that moved money. */
  readonly traces: readonly string[];
}

export const nothingOwed: Owed = { deductible: 0, coinsurance: 0, copay: 0, other: 0 };

/** A payment of a claim. */
interface Posted {
  readonly id: string;
  /** Number of the claims of the visit, which the claim for the second payer extends. */
  readonly visit: string;
  readonly trace: string;
  readonly date: string;
  readonly payment: ReadPayment;
  readonly hand: HandPosting;
  readonly paid: number;
}

/** Claims by id, in the order of the 835s. */
export function recountPayments(desk: Desk): ReadonlyMap<string, PaidClaim> {
  const claims = new Map<string, PaidClaim>();
  for (const own of Map.groupBy(postedBy(desk), ({ visit }) => visit).values()) {
    const standing = withoutReversed(own);
    const last = standing.findLast(({ payment }) => payment.status === '2') ?? standing.at(-1);
    for (const [id, list] of Map.groupBy(own, (one) => one.id)) {
      claims.set(id, {
        paid: sumOf(list, ({ paid }) => paid),
        owed: last?.id === id ? owedIn(last, standing) : nothingOwed,
        denials: denialsIn(standing.filter((one) => one.id === id)),
        firstPaidOn: list.find(({ paid }) => paid > 0)?.date,
        traces: list.map(({ trace }) => trace),
      });
    }
  }
  return claims;
}

function postedBy(desk: Desk): readonly Posted[] {
  const visits = new Map([...desk.payable].map(([name, id]) => [id, name.replace(/(-S)?\/.*/, '')]));
  return desk.practice.remittances.flatMap(readRemittances).flatMap(({ trace, date, payments }) =>
    payments.flatMap((payment, n): Posted[] => {
      const hand = desk.byHand.get(paymentAs(trace, n + 1));
      const id =
        hand === undefined ? desk.payable.get(payableAs(payment.number, payment.frequency)) : hand.claimId;
      if (id === undefined && hand === undefined)
        throw new Error(`Nobody knows the claim of ${payment.number}`);
      if (id === undefined) return [];
      const paid = hand?.paid ?? payment.paid;
      return [{ ...{ id, visit: visits.get(id) ?? id, trace, date, payment }, hand: hand ?? {}, paid }];
    }),
  );
}

/** Without reversals, what they took back, and refused duplicates. */
function withoutReversed(all: readonly Posted[]): readonly Posted[] {
  const standing: Posted[] = [];
  for (const one of all) {
    const taken = standing.findLastIndex(({ paid }) => paid === -one.paid);
    if (one.payment.status === '22') standing.splice(taken, 1);
    else if (!one.payment.adjustments.some(({ reason }) => reason === '18')) standing.push(one);
  }
  return standing;
}

/** For each line what the last payment about it left, but no more than is left of it. */
function owedIn(last: Posted, standing: readonly Posted[]): Owed {
  const { hand, payment } = last;
  if (hand.responsibility !== undefined) return { ...nothingOwed, other: hand.responsibility };
  if (payment.lines.length === 0) return sharesOf(payment.adjustments);
  const names = new Set(standing.flatMap((one) => one.payment.lines.map(({ name }) => name)));
  return [...names].reduce((sum, name) => {
    const lines = linesNamed(name, standing);
    const shares = sharesOf(lines.at(-1)?.adjustments ?? []);
    const allowed = (lines[0]?.charge ?? 0) - reducedBy(lines[0]?.adjustments ?? []);
    const isPaidUp = sumOf(lines, ({ paid }) => paid) >= allowed;
    return isPaidUp ? sum : plus(sum, shares);
  }, nothingOwed);
}

const linesNamed = (name: string, standing: readonly Posted[]) =>
  standing.flatMap(({ payment }) => payment.lines.filter((line) => line.name === name));

/** Contractual reductions. */
export const reducedBy = (adjustments: readonly ReadAdjustment[]): number =>
  sumOf(adjustments, ({ group, reason, amount }) => (group === 'CO' && reason === '45' ? amount : 0));

export const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((total, one) => total + of(one), 0);

const owedNames: Readonly<Record<string, keyof Owed>> = { 1: 'deductible', 2: 'coinsurance', 3: 'copay' };

function sharesOf(adjustments: readonly ReadAdjustment[]): Owed {
  const owed = { ...nothingOwed };
  for (const { group, reason, amount } of adjustments) {
    if (group === 'PR') owed[owedNames[reason] ?? 'other'] += amount;
  }
  return owed;
}

const plus = (a: Owed, b: Owed): Owed => ({
  deductible: a.deductible + b.deductible,
  coinsurance: a.coinsurance + b.coinsurance,
  copay: a.copay + b.copay,
  other: a.other + b.other,
});

export const totalOwed = ({ deductible, coinsurance, copay, other }: Owed): number =>
  deductible + coinsurance + copay + other;

/** CO 29 and 50 deny and CO 151 reduces in this month. */
const reasons: ReadonlySet<string> = new Set(['29', '50', '151']);

/** By the last payment about each line. */
function denialsIn(standing: readonly Posted[]): readonly ReadAdjustment[] {
  const posted = standing.filter(({ hand }) => hand.paid === undefined);
  const names = new Set(posted.flatMap(({ payment }) => payment.lines.map(({ name }) => name)));
  const sums = new Map<string, ReadAdjustment>();
  for (const one of [...names].flatMap((name) => linesNamed(name, posted).at(-1)?.adjustments ?? [])) {
    const { group, reason, amount } = one;
    if (group !== 'CO' || !reasons.has(reason)) continue;
    sums.set(reason, { group, reason, amount: (sums.get(reason)?.amount ?? 0) + amount });
  }
  return [...sums.values()];
}
