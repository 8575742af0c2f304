import { isBundled, isRate } from '../remittances/carc.ts';
import type { AdjudicatedLine, ClaimId } from './facts.ts';
import { noShare, type PatientShare, plusShare, totalOf } from './patient-share.ts';
import {
  covers,
  determines,
  isInterestAlone,
  isOverruled,
  isPaying,
  type Row,
  standingRows,
  type Turn,
} from './turns.ts';

/** The figures that all claims of a visit have together. */
export interface Visit {
  /** What the patient owes. */
  readonly share: PatientShare;
  /** The claim whose payer determined it. */
  readonly determinedOn: ClaimId | undefined;
  /** Payments above the agreed amount. */
  readonly credit: number;
  /** Agreed amount of the decided lines, by the first payer that determined each. */
  readonly allowed: number;
}

/** The rows that stand in a turn and are not overruled. */
interface Standing {
  readonly turn: Turn;
  readonly rows: readonly Row[];
}

function standingTurns(turns: readonly Turn[]): readonly Standing[] {
  return turns.map((turn) => ({
    turn,
    rows: standingRows(turn.rows).filter((row) => !(row.line.not_covered && isOverruled(row, turn, turns))),
  }));
}

/** What was paid for a visit. */
export interface VisitMoney {
  /** Of all facts of the chain. */
  readonly paid: number;
  /** The largest charge of its claims. */
  readonly charge: number;
  /** Lines of the reversals that fit no payment. */
  readonly takenBack: readonly AdjudicatedLine[];
}

/**
 * Computes the figures of a visit. The patient owes, for each line, the share of the last payer that determined the line:
 * successive payers replace each other's share (RFI 2143, 2548). The maximum is the agreed amount less all payments; a credit
 * on another line does not reduce it. Interest pays for no line.
 */
export function visitOf(turns: readonly Turn[], money: VisitMoney): Visit {
  const rows = turns.flatMap((turn) => turn.rows);
  const interest = rows.filter(isInterestAlone).reduce((sum, { line }) => sum + line.paid, 0);
  const paid = money.paid - interest;
  const standing = standingTurns(turns);
  const determining = standing.map((one) => one.rows.filter(determines));
  const last = decisiveRows(determining.toReversed()).map(({ row }) => row);
  const priced = decisiveRows(standing.map((one) => one.rows.filter(isPriced)));
  const allowed = priced.reduce((sum, { row, most }) => sum + Math.min(most, allowedFor(row, turns)), 0);
  const groups = lineGroups(turns, money.takenBack);
  const share =
    groups === undefined
      ? shareOf(last)
      : groups.reduce((sum, group) => {
          const limit = group.allowed - group.paid;
          return plusShare(sum, capped(shareOf(last.filter(({ line }) => group.has(line))), limit));
        }, noShare);
  const excess = (groups ?? []).reduce((sum, group) => sum + Math.max(0, group.paid - group.allowed), 0);
  const credit = Math.max(0, Math.min(paid, Math.max(excess, paid - allowed)));
  const limit = Math.max(0, Math.min(allowed - (paid - credit), money.charge));
  const lastTurn = determining.findLast((some) => some.length > 0);
  return { share: capped(share, limit), determinedOn: lastTurn?.at(-1)?.member, credit, allowed };
}

const shareOf = (rows: readonly Row[]): PatientShare =>
  rows.reduce((sum, { line }) => plusShare(sum, line.patient), noShare);

/** A pended line may be paid in part, so it has an agreed amount although it determines no share. */
const isPriced = (row: Row): boolean => determines(row) || isPaying(row) || row.line.outcome === 'pended';

/**
 * Returns the amount that a payer agreed to for a line; the highest if it paid the line more than once, or a later payer paid its
 * rate above the charge.
 */
export function allowedFor(row: Row, turns: readonly Turn[]): number {
  const turn = turns.find(({ rows }) => rows.includes(row));
  const isSame = (one: Row): boolean => one.line.line === row.line.line && isPaying(one);
  const paying = turn?.rows.filter(isSame) ?? [];
  const rates = turns
    .flatMap(({ rows }) => rows)
    .filter((one) => isSame(one) && one.line.adjustments.some(({ code, amount }) => isRate(code, amount)));
  const all = [...(paying.length > 0 ? paying : [row]), ...rates];
  return Math.max(...all.map(({ line }) => line.charge - line.agreed));
}

interface Decisive {
  readonly row: Row;
  /** Of a claim without lines, the charge that no line before has. */
  readonly most: number;
}

/**
 * Returns for each line the row of the first turn that has one. A row without lines covers the charge that earlier turns have
 * not covered. The CAS of a claim belong to its lines.
 */
function decisiveRows(turns: readonly (readonly Row[])[]): readonly Decisive[] {
  const chosen: Decisive[] = [];
  const isOfLine = ({ line }: Row): boolean => line.line !== 'claim';
  for (const rows of turns) {
    const before = chosen.map(({ row }) => row).filter(isOfLine);
    const isNew = ({ line, adjudication }: Row): boolean =>
      !before.some(
        (one) => covers(one.line, line) || (isAdded(line) && adjudication.lines.some(isIncludedIn(one.line))),
      );
    const charged = before.reduce((sum, { line }) => sum + line.charge, 0);
    const hasWhole = before.some(({ line }) => line.line === 'all');
    const isRest = ({ line }: Row): boolean => line.line === 'all' && !hasWhole && line.charge > charged;
    const added = rows.filter((row) => isOfLine(row) && (isNew(row) || isRest(row)));
    const keys = new Set(added.map(({ adjudication }) => adjudication.key));
    const withClaim = rows.filter((row) => !isOfLine(row) && keys.has(row.adjudication.key));
    for (const row of [...added, ...withClaim]) {
      const most = row.line.line === 'all' ? row.line.charge - charged : Number.POSITIVE_INFINITY;
      chosen.push({ row, most: before.length === 0 ? Number.POSITIVE_INFINITY : most });
    }
  }
  return chosen;
}

/** A line of the payer, for billed lines that it includes in it. */
const isAdded = ({ line }: AdjudicatedLine): boolean => line.startsWith('+');

const isIncluded = ({ adjustments }: AdjudicatedLine): boolean =>
  adjustments.some(({ group, code }) => isBundled(group, code));

const isIncludedIn =
  (by: AdjudicatedLine) =>
  (line: AdjudicatedLine): boolean =>
    line.line === by.line && isIncluded(line);

/** Reduces a share to a limit. Deductible, coinsurance and copay are kept before other amounts. */
function capped(share: PatientShare, limit: number): PatientShare {
  let left = Math.min(limit, totalOf(share));
  const take = (amount: number): number => {
    const taken = Math.max(0, Math.min(amount, left));
    left -= taken;
    return taken;
  };
  return {
    deductible: take(share.deductible),
    coinsurance: take(share.coinsurance),
    copay: take(share.copay),
    other: take(share.other),
  };
}

/** A line, or the lines among which a payer moved the charge. */
interface LineGroup {
  readonly paid: number;
  readonly allowed: number;
  readonly has: (line: AdjudicatedLine) => boolean;
}

/**
 * Returns the lines with what was paid for them and agreed to, nothing if an adjudication is about the whole claim. The agreed amount
 * is net of negative adjustments, so a rate above the charge is no credit.
 */
function lineGroups(
  turns: readonly Turn[],
  takenBack: readonly AdjudicatedLine[],
): readonly LineGroup[] | undefined {
  const rows = turns.flatMap((turn) => turn.rows).filter((row) => !isInterestAlone(row));
  const all = [...rows.map(({ line }) => line), ...takenBack];
  if (all.some(({ line }) => line === 'all' || line === 'claim')) return undefined;
  const isMoved = (one: AdjudicatedLine): boolean =>
    isAdded(one) || isIncluded(one) || one.adjustments.some(({ code, amount }) => isRate(code, amount));
  const moved = new Set(all.filter(isMoved).map(({ line }) => line));
  const groupOf = ({ line }: AdjudicatedLine): string => (moved.has(line) ? 'moved' : line);
  return [...Map.groupBy(rows, ({ line }) => groupOf(line))].map(([name, some]) => {
    const byLine = [...Map.groupBy(some, ({ line }) => line.line).values()];
    const firsts = byLine.map((list) => list.find((row) => isPriced(row) && !row.line.not_covered));
    const has = (line: AdjudicatedLine): boolean => groupOf(line) === name;
    const paid = all.filter(has).reduce((sum, line) => sum + line.paid, 0);
    const known = firsts.filter((first) => first !== undefined);
    const allowed = known.reduce((sum, first) => sum + allowedFor(first, turns), 0);
    return { has, paid, allowed: known.length === 0 ? Number.POSITIVE_INFINITY : allowed };
  });
}
