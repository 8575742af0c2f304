import { noShare, type PatientShare, plusShare, totalOf } from '../claim/patient-share.ts';
import type { ClaimId } from './facts.ts';
import { covers, determines, isOverruled, isPaying, type Row, standingRows, type Turn } from './turns.ts';

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

/**
 * Computes the figures of a visit. The patient owes, for each line, the share of the last payer that determined the line:
 * successive payers replace each other's share (RFI 2143, 2548). The maximum is the agreed amount less all payments; a credit
 * on another line does not reduce it.
 *
 * @param paid of all facts of the chain
 * @param charge the largest of its claims
 */
export function visitOf(turns: readonly Turn[], paid: number, charge: number): Visit {
  const standing = standingTurns(turns);
  const determining = standing.map(({ rows }) => rows.filter(determines));
  const last = decisiveRows(determining.toReversed());
  const priced = standing.map(({ rows }) => rows.filter(isPriced));
  const allowed = decisiveRows(priced).reduce(
    (sum, { row, most }) => sum + Math.min(most, allowedFor(row, turns)),
    0,
  );
  const total = last.reduce((sum, { row }) => plusShare(sum, row.line.patient), noShare);
  const credit = creditOf(turns, paid, allowed);
  const limit = Math.max(0, Math.min(allowed - (paid - credit), charge));
  const lastTurn = determining.findLast((rows) => rows.length > 0);
  return {
    share: capped(total, limit),
    determinedOn: lastTurn?.at(-1)?.member,
    credit,
    allowed,
  };
}

/** A pended line may be paid in part, so it has an agreed amount although it determines no share. */
const isPriced = (row: Row): boolean => determines(row) || isPaying(row) || row.line.outcome === 'pended';

/** Returns the amount that a payer agreed to for a line; the highest if it paid the line more than once. */
export function allowedFor(row: Row, turns: readonly Turn[]): number {
  const turn = turns.find(({ rows }) => rows.includes(row));
  const paying = turn?.rows.filter((one) => one.line.line === row.line.line && isPaying(one)) ?? [];
  return Math.max(...(paying.length > 0 ? paying : [row]).map(({ line }) => line.charge - line.agreed));
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
    const isNew = ({ line }: Row): boolean => !before.some((one) => covers(one.line, line));
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

/**
 * Returns the payments above the agreed amount, of the chain or of single lines, whichever is more. The agreed amount is net of
 * negative adjustments, so a rate above the charge is no credit.
 */
function creditOf(turns: readonly Turn[], paid: number, allowed: number): number {
  const rows = turns.flatMap((turn) => turn.rows);
  const isByLine = rows.every(({ line }) => line.line !== 'all' && line.line !== 'claim');
  const byLine = isByLine ? [...Map.groupBy(rows, ({ line }) => line.line).values()] : [];
  const ofLines = byLine.reduce((sum, list) => {
    const first = list.find((row) => isPriced(row) && !row.line.not_covered);
    const total = list.reduce((all, { line }) => all + line.paid, 0);
    return sum + Math.max(0, first === undefined ? 0 : total - allowedFor(first, turns));
  }, 0);
  return Math.max(0, Math.min(paid, Math.max(ofLines, paid - allowed)));
}
