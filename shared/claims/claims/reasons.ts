import type { Assigned } from './assignment.ts';
import type { AdjudicatedLine, ClaimId, Day, Denial, FactKey, LineAdjustment } from './facts.ts';
import { covers, determines, isOverruled, isPaying, type Row, standingRows, type Turn } from './turns.ts';
import { allowedFor, type Visit } from './visit.ts';

/** A reduction without a later payment. */
export interface Reason extends Denial {
  readonly line: string;
  readonly adjudication: FactKey;
}

/** An entry of the denial report: the amount denied on its day, and the part still open. */
export interface ReportedDenial extends Reason {
  readonly on: Day;
  readonly open: number;
}

/** Sums by group and code, in the order in which they come first. */
export function summedByCode(reductions: readonly LineAdjustment[]): readonly LineAdjustment[] {
  const sums = new Map<string, LineAdjustment>();
  for (const { group, code, amount } of reductions) {
    const key = `${group} ${code}`;
    sums.set(key, { group, code, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  return [...sums.values()];
}

/** The decisions about one claim of a chain. */
export interface MoneyView {
  /** The rows that stand for its lines, one for each turn. */
  readonly rows: readonly Row[];
  readonly reasons: readonly Reason[];
  readonly isPended: boolean;
  /** Whether a line is paid or settled. */
  readonly isSettled: boolean;
}

/** @param paid of all facts of the chain */
export function moneyView(member: ClaimId, turns: readonly Turn[], visit: Visit, paid: number): MoneyView {
  const standing = turns.flatMap((turn) =>
    standingRows(turn.rows.filter((row) => row.member === member)).map((row) => ({ row, turn })),
  );
  const open = standing.filter(({ row, turn }) => !isOverruled(row, turn, turns));
  // A payer that does not cover the patient explains least, so its reasons get the remaining amount.
  const ordered = open.toSorted((a, b) => Number(a.row.line.not_covered) - Number(b.row.line.not_covered));
  const left = new Map<string, number>();
  const reasons = ordered.flatMap(({ row, turn }) => {
    const { line, charge } = lineCharge(row);
    const limit = Math.min(left.get(line) ?? charge, openAmount(row, turn, turns, visit, paid));
    const cut = cutTo(row, limit);
    left.set(line, (left.get(line) ?? charge) - cut.reduce((sum, { amount }) => sum + amount, 0));
    return cut;
  });
  const outcomes = standing.map(({ row }) => row.line.outcome);
  return {
    rows: standing.map(({ row }) => row),
    reasons,
    isPended: open.some(({ row }) => row.line.outcome === 'pended'),
    isSettled: outcomes.some((outcome) => outcome === 'paid' || outcome === 'settled'),
  };
}

/** The CAS of a claim beside its lines have the charge of the claim. */
const lineCharge = ({ adjudication, line }: Row): { line: string; charge: number } => ({
  line: line.line,
  charge: line.line === 'claim' ? adjudication.charge : line.charge,
});

/** Returns the maximum of a later payer's reasons: the agreed amount less all payments. */
function openAmount(row: Row, turn: Turn, turns: readonly Turn[], visit: Visit, paid: number): number {
  const earlier = turns.slice(0, turns.indexOf(turn)).flatMap(({ rows }) => rows);
  const first = earlier.find((one) => determines(one) && covers(one.line, row.line));
  if (first === undefined) return Number.POSITIVE_INFINITY;
  const isByLine = isOneLine(row.line) && isOneLine(first.line);
  if (!isByLine) return Math.max(0, visit.allowed - paid);
  const all = turns.flatMap(({ rows }) => rows).filter((one) => covers(one.line, row.line));
  return Math.max(0, allowedFor(first, turns) - all.reduce((sum, { line }) => sum + line.paid, 0));
}

const isOneLine = ({ line }: AdjudicatedLine): boolean => line !== 'all' && line !== 'claim';

function cutTo({ adjudication, line }: Row, limit: number): Reason[] {
  let left = limit;
  return line.denied
    .map(({ group, code, amount }): Reason => {
      const open = Math.max(0, Math.min(amount, left));
      left -= open;
      return { line: line.line, group, code, amount: open, adjudication: adjudication.key };
    })
    .filter(({ amount }) => amount > 0);
}

/**
 * Returns the denials of a claim for the report: for each payer and line the last one, on the day of the first. A denial that was
 * corrected, reversed or paid since stays, with nothing open. The refusal of a repeated line is no denial if the line was paid.
 *
 * @param decided what was assigned to the claim, reversed adjudications included
 * @param turns of decisions that were not reversed
 */
export function reportedDenials(
  decided: readonly Assigned[],
  turns: readonly Turn[],
  { reasons, reversed }: { readonly reasons: readonly Reason[]; readonly reversed: ReadonlySet<FactKey> },
): readonly ReportedDenial[] {
  const inTurn = new Map(turns.flatMap((turn) => turn.rows).map((row) => [nameOf(row), row]));
  const rows = decided.flatMap(({ adjudication, member }) =>
    adjudication.lines.map((line): Row => {
      const row = { adjudication, member, line };
      return inTurn.get(nameOf(row)) ?? row;
    }),
  );
  const byLine = Map.groupBy(rows, ({ adjudication: { payer }, line }) =>
    JSON.stringify([payer.id, payer.originator, line.line]),
  );
  return [...byLine.values()].flatMap((list) => {
    const denied = list.filter((row, index) => isDenial(row, list.slice(0, index), reversed));
    const [first, last] = [denied[0], denied.at(-1)];
    if (first === undefined || last === undefined) return [];
    return last.line.denied.map((denial): ReportedDenial => {
      const key = last.adjudication.key;
      const open = reasons.find((one) =>
        isSameReason(one, { ...denial, line: last.line.line, adjudication: key }),
      );
      return {
        ...denial,
        line: last.line.line,
        adjudication: key,
        on: first.adjudication.paid_on,
        open: open?.amount ?? 0,
      };
    });
  });
}

const nameOf = ({ adjudication: { key }, line: { line } }: Row): string => `${key} ${line}`;

const isSameReason = (a: Reason, b: Reason): boolean =>
  a.adjudication === b.adjudication && a.line === b.line && a.group === b.group && a.code === b.code;

function isDenial(row: Row, before: readonly Row[], reversed: ReadonlySet<FactKey>): boolean {
  if (row.line.denied.length === 0) return false;
  if (row.adjudication.kind === 'duplicate') return before.length === 0;
  return !before.some(
    (earlier) =>
      !reversed.has(earlier.adjudication.key) && (isPaying(earlier) || earlier.line.outcome === 'settled'),
  );
}
