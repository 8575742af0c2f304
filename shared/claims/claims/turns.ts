import { carcKind, isBundled } from '../remittances/carc.ts';
import type { Assigned } from './assignment.ts';
import { compareText, type Member } from './chain.ts';
import type { AdjudicatedLine, Adjudication, ClaimId, Day } from './facts.ts';
import { totalOf } from './patient-share.ts';

/** A line of an adjudication that was not reversed. */
export interface Row {
  readonly adjudication: Adjudication;
  readonly member: ClaimId;
  readonly line: AdjudicatedLine;
}

/** The decisions of one payer about the claims of one level. */
export interface Turn {
  readonly level: number;
  readonly from: Day;
  readonly to: Day;
  /** In the order of the adjudications. */
  readonly rows: readonly Row[];
}

/**
 * Returns the turns of a chain by level, then by their first day. CLP02 alone cannot rank payers, because some send 3 for
 * everything. A spending account has the id and number of its plan, so TRN03 and CARC 23 distinguish them. A payer that insures
 * the patient twice has two turns.
 *
 * @param live decisions that were not reversed
 */
export function turnsOf(live: readonly Assigned[], members: readonly Member[]): readonly Turn[] {
  const levelOf = new Map(members.map(({ id, latest }) => [id, latest.level]));
  const payerKey = ({ adjudication: { payer }, member }: Assigned): string =>
    JSON.stringify([payer.id, payer.originator, levelOf.get(member)]);
  const primaries = new Set(live.filter(({ adjudication }) => settlesAsPrimary(adjudication)).map(payerKey));
  const turnKey = (one: Assigned): string => {
    const isSecondTurn = one.adjudication.level > 1 && primaries.has(payerKey(one));
    return `${payerKey(one)} ${isSecondTurn ? 2 : 1}`;
  };
  const turns = [...Map.groupBy(live, turnKey)].map(([key, list]) => {
    const days = list.map(({ adjudication }) => adjudication.paid_on).toSorted(compareText);
    const levels = list.map(({ adjudication, member }) =>
      Math.max(adjudication.level, levelOf.get(member) ?? 1),
    );
    const rows = list.flatMap(({ adjudication, member }) =>
      adjudication.lines.map((line): Row => ({ adjudication, member, line })),
    );
    return { key, level: Math.max(...levels), from: days[0] ?? '', to: days.at(-1) ?? '', rows };
  });
  return settledByOthers(
    turns.toSorted((a, b) => a.level - b.level || compareText(a.from, b.from) || compareText(a.key, b.key)),
  );
}

/**
 * Settles the lines that are refused by agreed codes only, where another decision explains it: the payer paid or settled the line that
 * they are included in, or an earlier payer determined the line, and the later one allows no more.
 */
function settledByOthers(turns: readonly Turn[]): readonly Turn[] {
  return turns.map((turn, at) => {
    const earlier = turns.slice(0, at).flatMap(({ rows }) => rows);
    const isExplained = (row: Row): boolean =>
      row.line.outcome === 'denied' &&
      row.line.denied.every(({ group, code }) => group !== 'PR' && carcKind(group, code) === 'agreed') &&
      (earlier.some((first) => determines(first) && covers(first.line, row.line)) ||
        (row.line.denied.some(({ group, code }) => isBundled(group, code)) &&
          turn.rows.some((other) => !covers(other.line, row.line) && isDone(other))));
    const settled = (row: Row): Row =>
      isExplained(row) ? { ...row, line: { ...row.line, outcome: 'settled', denied: [] } } : row;
    return { ...turn, rows: turn.rows.map(settled) };
  });
}

const isDone = ({ line: { outcome } }: Row): boolean => outcome === 'paid' || outcome === 'settled';

const settlesAsPrimary = ({ level, paid, lines }: Adjudication): boolean =>
  level === 1 && (paid > 0 || lines.some(({ outcome }) => outcome === 'settled'));

/** Whether an adjudication, or the CAS of a claim, is about this line too. */
export const covers = ({ line: a }: AdjudicatedLine, { line: b }: AdjudicatedLine): boolean =>
  a === b || a === 'all' || b === 'all' || a === 'claim';

export const isPaying = (row: Row): boolean =>
  row.line.paid > 0 && row.adjudication.paid > 0 && !isInterestAlone(row);

/** Interest that was paid without a charge decides nothing about the line. */
export const isInterestAlone = ({ line: { line, outcome, charge, paid } }: Row): boolean =>
  outcome === 'neutral' && line !== 'claim' && charge === 0 && paid > 0;

/**
 * Returns the standing row of each line of a turn: the last that paid the line, else the last that settled it, else the last that
 * is no duplicate, else the duplicate. An adjudication without lines is about all of them, so either it stands or the lines do.
 * The CAS of a claim stand with its lines.
 */
export function standingRows(rows: readonly Row[]): readonly Row[] {
  const ofLines = rows.filter(({ line }) => line.line !== 'all' && line.line !== 'claim');
  const lines = [...Map.groupBy(ofLines, ({ line }) => line.line).values()].flatMap(standing);
  const whole = standing(rows.filter(({ line }) => line.line === 'all'));
  const both = new Set([...lines, ...whole]);
  const [strongest] = standing(rows.filter((row) => both.has(row)));
  const winners = new Set(strongest !== undefined && whole.includes(strongest) ? whole : lines);
  const decided = new Set([...winners].map(({ adjudication }) => adjudication.key));
  return rows.filter(
    (row) => winners.has(row) || (row.line.line === 'claim' && decided.has(row.adjudication.key)),
  );
}

function standing(rows: readonly Row[]): readonly Row[] {
  const row =
    rows.findLast(isPaying) ??
    rows.findLast(({ line }) => line.outcome === 'settled') ??
    rows.findLast(({ adjudication }) => adjudication.kind !== 'duplicate') ??
    rows.at(-1);
  return row === undefined ? [] : [row];
}

/**
 * Whether a payment overrules a denied or pended row: a payment by a later payer, a payment or share by another payer of the same
 * level if this payer does not cover the patient, or a payment by any payer if the row refuses a duplicate.
 */
export function isOverruled(row: Row, turn: Turn, turns: readonly Turn[]): boolean {
  const at = turns.indexOf(turn);
  const isPaidIn = (other: Turn): boolean =>
    other.rows.some((paying) => isPaying(paying) && covers(row.line, paying.line));
  const isCoveredIn = (other: Turn): boolean =>
    isPaidIn(other) || other.rows.some(({ line }) => line.outcome === 'settled' && covers(row.line, line));
  const others = turns.filter((other) => other !== turn);
  return (
    turns.slice(at + 1).some(isPaidIn) ||
    (row.line.not_covered && others.some((other) => other.level === turn.level && isCoveredIn(other))) ||
    (row.adjudication.kind === 'duplicate' && others.some(isPaidIn))
  );
}

/** Whether a row determines the share of the patient. A refusal without a PR adjustment does not. */
export const determines = ({ line }: Row): boolean =>
  line.outcome !== 'pended' && (totalOf(line.patient) !== 0 || line.paid > 0 || line.denied.length === 0);
