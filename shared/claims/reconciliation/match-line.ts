import { type BankLine, type Deposit, foldedTrace, isOpenDeposit, traceTokens } from './bank-line.ts';

/** The remittances and lines that a decision about a line depends on. */
export interface LineSurroundings {
  /** Deposits with a trace of the line. */
  readonly byTrace: readonly Deposit[];
  /** Deposits with the amount of the line. */
  readonly byAmount: readonly Deposit[];
  /** Other open lines with the amount of the line. */
  readonly sameAmount: readonly BankLine[];
}

export type LineDecision =
  | { readonly state: 'unmatched' | 'several_candidates' }
  | {
      readonly state: 'matched' | 'amount_differs';
      readonly by: 'trace' | 'amount_and_date';
      readonly deposits: readonly Deposit[];
    };

/**
 * Decides what a line belongs to. A trace decides alone. Without one, amount and date decide if one deposit and one line
 * have them.
 */
export function decideLine(
  line: BankLine,
  { byTrace, byAmount, sameAmount }: LineSurroundings,
): LineDecision {
  const traced = byTrace.filter((deposit) => mayBelong(line, deposit) && isTraced(line, deposit));
  if (traced.length > 0) return decideTraced(line, traced);
  const near = byAmount.filter((deposit) => mayBelong(line, deposit) && isNear(line, deposit));
  // A line with the trace of another payment belongs to that payment.
  if (line.trace !== undefined || near.length === 0) return { state: 'unmatched' };
  const rivals = sameAmount.filter(
    (other) =>
      other.id !== line.id && other.trace === undefined && near.some((deposit) => isNear(other, deposit)),
  );
  return near.length === 1 && rivals.length === 0
    ? { state: 'matched', by: 'amount_and_date', deposits: near }
    : { state: 'several_candidates' };
}

function decideTraced(line: BankLine, traced: readonly Deposit[]): LineDecision {
  const exact = traced.filter(({ amount }) => amount === line.amount);
  if (exact.length === 1) return { state: 'matched', by: 'trace', deposits: exact };
  const sum = traced.reduce((total, { amount }) => total + amount, 0);
  // One transfer for several remittances.
  if (exact.length === 0 && sum === line.amount) return { state: 'matched', by: 'trace', deposits: traced };
  return traced.length === 1
    ? { state: 'amount_differs', by: 'trace', deposits: traced }
    : { state: 'several_candidates' };
}

const mayBelong = ({ refused = [] }: BankLine, deposit: Deposit): boolean =>
  isOpenDeposit(deposit) && !refused.includes(deposit.remittance_id);

/** A short number in a description is a trace only if the amount is right too. */
const shortTrace = 8;

function isTraced(line: BankLine, { trace, amount }: Deposit): boolean {
  const folded = foldedTrace(trace);
  if (folded === '' || !traceTokens(line).includes(folded)) return false;
  return line.trace !== undefined || amount === line.amount || folded.length >= shortTrace;
}

const daysBefore = 5;
const daysAfter = 15;
/** Checks are paid in when the office goes to the bank. */
const daysAfterCheck = 60;
export const widestWindow = { before: daysAfterCheck, after: daysBefore } as const;

/** Whether the date of the line fits the date of the payment. */
function isNear(line: Pick<BankLine, 'date'>, { date, method }: Pick<Deposit, 'date' | 'method'>): boolean {
  const days = (Date.parse(line.date) - Date.parse(date)) / 86_400_000;
  return days >= -daysBefore && days <= (method === 'CHK' ? daysAfterCheck : daysAfter);
}

/** What of a deposit fits a line; empty if nothing does. */
export function whyCandidate(line: BankLine, deposit: Deposit): ('trace' | 'amount' | 'date' | 'refused')[] {
  const isSame = foldedTrace(deposit.trace) !== '' && traceTokens(line).includes(foldedTrace(deposit.trace));
  return [
    ...(isSame ? (['trace'] as const) : []),
    ...(deposit.amount === line.amount ? (['amount'] as const) : []),
    ...(isNear(line, deposit) ? (['date'] as const) : []),
    ...(line.refused?.includes(deposit.remittance_id) ? (['refused'] as const) : []),
  ];
}
