import type { Assigned } from './assignment.ts';
import { foldedNumber } from './batch.ts';
import type { Chain, Member } from './chain.ts';
import type { AdjudicatedLine, Adjudication, ClaimId, FactKey } from './facts.ts';

/** A reversal with what it takes back; without it, a person must look, and its money counts. */
export interface Reversed {
  readonly reversal: Adjudication;
  readonly member: ClaimId;
  readonly original: FactKey | undefined;
}

const isSamePayer = (a: Adjudication, b: Adjudication): boolean =>
  a.payer.id === b.payer.id && a.payer.originator === b.payer.originator;

/**
 * Pairs the reversals of a chain with what they take back: of the same payer, not later, of the opposite payment. Nothing
 * else pairs, because money would be lost.
 */
export function pairReversals(chain: Chain, assigned: readonly Assigned[]): readonly Reversed[] {
  const taken = new Set<FactKey>();
  const reversals = chain.adjudications.filter(({ kind }) => kind === 'reversal');
  return reversals.flatMap((reversal) => {
    const candidates = assigned.filter(
      ({ adjudication: one }) =>
        !taken.has(one.key) &&
        one.kind !== 'estimate' &&
        isSamePayer(one, reversal) &&
        one.paid_on <= reversal.paid_on,
    );
    const original = best(candidates, reversal);
    if (original !== undefined) taken.add(original.adjudication.key);
    const home = original ?? candidates.findLast(({ adjudication }) => hasNumberOf(adjudication, reversal));
    const member = home?.member ?? fallback(chain.members, reversal)?.id;
    return member === undefined ? [] : [{ reversal, member, original: original?.adjudication.key }];
  });
}

const hasNumberOf = (one: Adjudication, { payer_number }: Adjudication): boolean =>
  payer_number !== '' && one.payer_number === payer_number;

const fallback = (members: readonly Member[], { number, assigned }: Adjudication): Member | undefined =>
  members.find(({ id }) => id === assigned) ??
  members.find(({ latest }) => foldedNumber(latest.number) === foldedNumber(number)) ??
  members[0];

/**
 * The payer number on an earlier day, then what it mirrors on an earlier day, because a reversal may have the number of the
 * correction that comes with it. Then the payer number with opposite amounts, the payer number, and opposite amounts. Among equals
 * the one whose lines it mirrors, then one of an earlier day; then the latest.
 */
function best(candidates: readonly Assigned[], reversal: Adjudication): Assigned | undefined {
  let found: Assigned | undefined;
  let highest = 0;
  for (const candidate of candidates) {
    const score = scoreOf(candidate.adjudication, reversal);
    if (score >= highest && score > 0) [found, highest] = [candidate, score];
  }
  return found;
}

function scoreOf(one: Adjudication, reversal: Adjudication): number {
  if (one.paid + reversal.paid !== 0) return 0;
  const isOpposite = one.charge + reversal.charge === 0;
  const isNumbered = hasNumberOf(one, reversal);
  if (!isOpposite && !isNumbered) return 0;
  const isMirror = isMirrored(one, reversal);
  const isEarlier = one.paid_on < reversal.paid_on;
  const first = (isNumbered && isEarlier ? 32 : 0) + (isOpposite && isMirror && isEarlier ? 16 : 0);
  return first + (isNumbered ? 8 : 0) + (isOpposite ? 4 : 0) + (isMirror ? 2 : 0) + (isEarlier ? 1 : 0);
}

/** Whether a reversal repeats the adjustments of its original with the opposite sign (835 section 1.10.2.8). */
function isMirrored(one: Adjudication, reversal: Adjudication): boolean {
  const texts = (lines: readonly AdjudicatedLine[], sign: 1 | -1): string =>
    lines
      .flatMap(({ adjustments }) =>
        adjustments.map(({ group, code, amount }) => `${group} ${code} ${sign * amount}`),
      )
      .toSorted()
      .join();
  return texts(one.lines, 1) === texts(reversal.lines, -1);
}
