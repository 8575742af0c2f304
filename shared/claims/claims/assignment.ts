import type { SettlingRule } from './account-fields.ts';
import { foldedNumber } from './batch.ts';
import { type Chain, isSuccessor, isVoid, type Member } from './chain.ts';
import type { Adjudication, ClaimId, Day } from './facts.ts';

export interface Assigned {
  readonly adjudication: Adjudication;
  readonly member: ClaimId;
  readonly by: SettlingRule;
}

/** A number that an acceptance (REF*1K) gave to a member. */
export interface GivenNumber {
  readonly member: ClaimId;
  readonly number: string;
}

export const decides = ({ kind }: Adjudication): boolean => kind === 'decision' || kind === 'duplicate';

/**
 * Assigns the adjudications of a chain to its members, in the order of their days; reversals follow what they reverse. Those
 * that a reversal takes back are assigned as well, because a correction is what comes after them.
 */
export function assign(chain: Chain, given: readonly GivenNumber[]): readonly Assigned[] {
  const done: Assigned[] = [];
  for (const adjudication of chain.adjudications) {
    if (adjudication.kind === 'reversal') continue;
    const choice = memberFor(adjudication, new Assignment(chain, done, given));
    if (choice !== undefined) done.push({ adjudication, member: choice.member.id, by: choice.by });
  }
  return done;
}

interface Choice {
  readonly member: Member;
  readonly by: SettlingRule;
}

/** The members and what was assigned to them so far. */
class Assignment {
  readonly members: readonly Member[];
  private readonly reversals: readonly Adjudication[];
  private readonly done: readonly Assigned[];
  private readonly given: readonly GivenNumber[];

  constructor({ members, adjudications }: Chain, done: readonly Assigned[], given: readonly GivenNumber[]) {
    this.members = members;
    this.reversals = adjudications.filter(({ kind }) => kind === 'reversal');
    this.done = done;
    this.given = given;
  }

  of({ id }: Member): readonly Adjudication[] {
    return this.done
      .filter(({ member, adjudication }) => member === id && decides(adjudication))
      .map(({ adjudication }) => adjudication);
  }

  readonly waits = (member: Member): boolean => this.of(member).length === 0;

  /** Whether all that was decided about a member was refused by a day, or taken back since, under its number and by another day. */
  isRefused(member: Member, by: Day, until: Day): boolean {
    const decided = this.of(member);
    return (
      decided.length > 0 &&
      decided.every(
        (one) => (one.written_on <= by && refuses(one)) || this.isTakenBack(one, { from: by, until }),
      )
    );
  }

  private isTakenBack(one: Adjudication, { from, until }: { readonly from: Day; readonly until: Day }) {
    return this.reversals.some(
      ({ payer_number, paid, charge, written_on }) =>
        payer_number === one.payer_number &&
        paid + one.paid === 0 &&
        charge + one.charge === 0 &&
        written_on >= from &&
        written_on <= until,
    );
  }

  /** Whether a payer gave the number to this member. */
  hasNumber(member: Member, number: string): boolean {
    return (
      this.of(member).some(({ payer_number }) => payer_number === number) ||
      this.given.some((one) => one.member === member.id && one.number === number)
    );
  }
}

const refuses = ({ paid, lines }: Adjudication): boolean =>
  paid === 0 && lines.every(({ outcome }) => outcome === 'denied' || outcome === 'neutral');

function memberFor(adjudication: Adjudication, so: Assignment): Choice | undefined {
  const byHand = so.members.find(({ id }) => id === adjudication.assigned);
  if (byHand !== undefined) return { member: byHand, by: 'hand' };
  const voided = ofVoid(adjudication, so);
  if (voided !== undefined) return voided;
  const family = familyOf(adjudication, so.members);
  const [only, ...more] = family;
  if (only === undefined || more.length === 0) return only && { member: only, by: 'only' };
  return (
    namedCorrection(adjudication, family, so) ??
    byPayerNumber(adjudication, family, so) ??
    byOwnNumber(adjudication, family, so) ??
    byContent(adjudication, family) ??
    byDuplicate(adjudication, family, so) ??
    byPart(adjudication, family, so) ??
    firstWaiting(family, so, 'waiting') ??
    chosen(family.at(-1), 'last')
  );
}

const chosen = (member: Member | undefined, by: SettlingRule): Choice | undefined => member && { member, by };

const firstWaiting = (family: readonly Member[], so: Assignment, by: SettlingRule): Choice | undefined =>
  chosen(family.find(so.waits), by);

/** CLP09 8 without money answers a void: the payer refuses it, or confirms it beside the reversal. */
function ofVoid({ frequency, paid }: Adjudication, so: Assignment): Choice | undefined {
  if (frequency !== '8' || paid !== 0) return undefined;
  const voids = so.members.filter((member) => isVoid(member) && member.sentOn !== undefined);
  return firstWaiting(voids, so, 'frequency') ?? chosen(voids.at(-1), 'frequency');
}

/** The members at the level of the payer with this number, without members that were sent after the 835 was written. */
function familyOf({ number, written_on }: Adjudication, members: readonly Member[]): readonly Member[] {
  const claims = members.filter((member) => !isVoid(member));
  const decidable = claims.length > 0 ? claims : members;
  const first = Math.min(...decidable.map(({ latest }) => latest.level));
  // Only the first claim of a visit may have been sent by another system.
  const wasSent = (member: Member): boolean =>
    member.sentOn === undefined
      ? !isSuccessor(member) && member.latest.level === first
      : member.sentOn <= written_on;
  const sent = decidable.filter(wasSent);
  // Clocks differ: the member that the payment names is a candidate, whenever it was sent.
  const isNamed = (some: readonly Member[]): boolean => some.some((member) => hasNumber(member, number));
  const candidates = sent.length > 0 && (isNamed(sent) || !isNamed(decidable)) ? sent : decidable;
  const named = candidates.filter((member) => hasNumber(member, number));
  const level = Math.min(...(named.length > 0 ? named : candidates).map(({ latest }) => latest.level));
  return candidates.filter(({ latest }) => latest.level === level);
}

const hasNumber = ({ submissions }: Member, number: string): boolean =>
  submissions.some((one) => foldedNumber(one.number) === foldedNumber(number));

/** CLP09 7, or a REF*F8 that names a number of the chain: the first correction that waits, else the newest. */
function namedCorrection(
  { frequency, corrects_number, payer_number }: Adjudication,
  family: readonly Member[],
  so: Assignment,
): Choice | undefined {
  const corrected =
    corrects_number === undefined ? [] : family.filter((member) => so.hasNumber(member, corrects_number));
  if (frequency !== '7' && corrected.length === 0) return undefined;
  const fixes = family.filter(isSuccessor);
  const ofThese = fixes.filter(({ latest }) => corrected.some(({ id }) => id === latest.corrects));
  const candidates = ofThese.length > 0 ? ofThese : fixes;
  const known = candidates.filter((member) => so.hasNumber(member, payer_number));
  if (known.length === 1) return chosen(known[0], 'payer_number');
  return firstWaiting(candidates, so, 'frequency') ?? chosen(candidates.at(-1), 'frequency');
}

function byPayerNumber(
  adjudication: Adjudication,
  family: readonly Member[],
  so: Assignment,
): Choice | undefined {
  const { payer_number, written_on } = adjudication;
  const known = payer_number === '' ? [] : family.filter((member) => so.hasNumber(member, payer_number));
  const [only, ...more] = known;
  if (only === undefined || more.length > 0) return undefined;
  // Some payers keep their number for a correction.
  const fixes = family.filter(({ latest }) => latest.corrects === only.id);
  const isAlike = (member: Member): boolean => hasContentOf(adjudication, member);
  const next = fixes.find(
    (fix) =>
      so.waits(fix) &&
      fix.sentOn !== undefined &&
      so.isRefused(only, isAlike(fix) && !isAlike(only) ? written_on : fix.sentOn, written_on),
  );
  return chosen(next ?? only, 'payer_number');
}

/** A number that only corrections have. */
function byOwnNumber(
  { number }: Adjudication,
  family: readonly Member[],
  so: Assignment,
): Choice | undefined {
  const named = family.filter((member) => hasNumber(member, number));
  if (!named.every(isSuccessor)) return undefined;
  return firstWaiting(named, so, 'number') ?? chosen(named.at(-1), 'number');
}

/** The only one with this charge and these procedures. */
function byContent(adjudication: Adjudication, family: readonly Member[]): Choice | undefined {
  const alike = family.filter((member) => hasContentOf(adjudication, member));
  return alike.length === 1 ? chosen(alike[0], 'content') : undefined;
}

const hasContentOf = ({ charge, codes }: Adjudication, { latest }: Member): boolean =>
  codes.length > 0 && latest.charge === charge && latest.codes.join() === codes.join();

/** A refused duplicate answers what was sent after the last decision, unless a claim was paid before. */
function byDuplicate({ kind }: Adjudication, family: readonly Member[], so: Assignment): Choice | undefined {
  const last = family.findLastIndex((member) => !so.waits(member));
  if (kind !== 'duplicate' || last < 0) return undefined;
  const wasPaid = family.some((member) => so.of(member).some(({ paid }) => paid > 0));
  return wasPaid ? undefined : chosen(family[last + 1], 'duplicate');
}

/** Part of what a member got already: of another payer, under the same number, a duplicate, or lines that are still open. */
function byPart(adjudication: Adjudication, family: readonly Member[], so: Assignment): Choice | undefined {
  const { level, kind, payer_number, charge } = adjudication;
  const isRelated = (other: Adjudication): boolean =>
    other.level !== level ||
    other.kind === 'duplicate' ||
    kind === 'duplicate' ||
    (payer_number !== '' && other.payer_number === payer_number);
  const part = family.findLast((member) => {
    const before = so.of(member);
    if (before.length === 0) return false;
    const sum = before.reduce((total, other) => total + other.charge, charge);
    const fits = sum <= member.latest.charge && before.every((other) => !shareLines(other, adjudication));
    return fits || before.some(isRelated);
  });
  return chosen(part, 'part');
}

function shareLines({ lines: some }: Adjudication, { lines: others }: Adjudication): boolean {
  const billed = new Set(some.map(({ line }) => line));
  return (
    billed.has('all') || others.some(({ line }) => line === 'all' || (line !== 'claim' && billed.has(line)))
  );
}
