import { createHash } from 'node:crypto';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Change } from '#claims/change.ts';
import { decimalOfCents } from '#claims/claims/claim-json.ts';
import { ApiError } from '#contract/errors.ts';
import {
  type BankLine,
  type Deposit,
  expectsMoney,
  foldedTrace,
  isOpenDeposit,
  traceTokens,
} from './bank-line.ts';
import type { BankLineJson, CandidateJson, DepositJson } from './reconciliation-fields.ts';

interface Decision {
  readonly by: NonNullable<BankLine['matched_by']>;
  readonly actor: string;
  readonly now: Date;
  readonly reason?: string;
  /** The difference is accepted, so the line is matched. */
  readonly accepted?: boolean;
}

/** Links a line with deposits. They are `matched`, or `amount_differs` if the sums differ. */
export function linked(
  line: BankLine,
  deposits: readonly Deposit[],
  { by, actor, now, reason, accepted = false }: Decision,
): { readonly line: BankLine; readonly change: Change } {
  const difference = line.amount - deposits.reduce((sum, { amount }) => sum + amount, 0);
  const state = difference === 0 || accepted ? 'matched' : 'amount_differs';
  const decision = {
    matched_by: by,
    ...(difference !== 0 && { difference }),
    ...(reason !== undefined && { reason }),
    ...{ decided_by: actor, decided_at: now.toISOString() },
  };
  const after: BankLine = {
    ...undecided(line),
    ...decision,
    state,
    version: line.version + 1,
    remittance_ids: deposits.map(({ remittance_id }) => remittance_id),
  };
  const changes = deposits.map((before) => ({
    before,
    after: {
      ...undecided(before),
      ...decision,
      state,
      version: before.version + 1,
      bank_line_id: line.id,
    } satisfies Deposit,
  }));
  return {
    line: after,
    change: {
      entries: changes.map((change) => entryOf('remittance.reconciled', change.after, after, actor, reason)),
      writes: [
        { kind: 'bank-lines', changes: [{ before: line, after }] },
        { kind: 'deposits', changes },
      ],
    },
  };
}

/** Undoes the link of a line. Its deposits are expected again and never matched with it automatically. */
function unlinked(
  line: BankLine,
  deposits: readonly Deposit[],
  { actor, now, reason }: { readonly actor: string; readonly now: Date; readonly reason: string },
): { readonly line: BankLine; readonly change: Change } {
  const decision = { reason, decided_by: actor, decided_at: now.toISOString() };
  const ids = deposits.map(({ remittance_id }) => remittance_id);
  const after: BankLine = {
    ...undecided(line),
    ...decision,
    state: 'unmatched',
    version: line.version + 1,
    remittance_ids: [],
    refused: [...new Set([...(line.refused ?? []), ...ids])].slice(-maxRefused),
  };
  const changes = deposits.map((before) => {
    const { bank_line_id, ...rest } = undecided(before);
    const state = expectsMoney(before) ? 'expected' : 'not_expected';
    return { before, after: { ...rest, ...decision, state, version: before.version + 1 } as Deposit };
  });
  return {
    line: after,
    change: {
      entries: changes.map(({ before }) => entryOf('remittance.unreconciled', before, line, actor, reason)),
      writes: [
        { kind: 'bank-lines', changes: [{ before: line, after }] },
        { kind: 'deposits', changes },
      ],
    },
  };
}

const maxRefused = 200;

function undecided<Record extends BankLine | Deposit>(record: Record): Record {
  const { matched_by, difference, reason, decided_by, decided_at, ...rest } = record;
  return rest as Record;
}

/** Ids and amounts. A reason may name a patient, so the entry has its hash only. */
const entryOf = (
  event_type: string,
  deposit: Deposit,
  line: BankLine,
  actor: string,
  reason: string | undefined,
): EntryDraft => ({
  event_type,
  entity_type: 'remittance',
  entity_id: deposit.remittance_id,
  actor,
  payload: {
    bank_line_id: line.id,
    amount: deposit.amount / 100,
    bank_amount: line.amount / 100,
    state: line.state,
    ...(line.matched_by !== undefined && { by: line.matched_by }),
    ...(line.difference !== undefined && { difference: line.difference / 100 }),
    ...(reason !== undefined && { reason_sha256: createHash('sha256').update(reason).digest('hex') }),
  },
});

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
function whyCandidate(line: BankLine, deposit: Deposit): ('trace' | 'amount' | 'date' | 'refused')[] {
  const isSame = foldedTrace(deposit.trace) !== '' && traceTokens(line).includes(foldedTrace(deposit.trace));
  return [
    ...(isSame ? (['trace'] as const) : []),
    ...(deposit.amount === line.amount ? (['amount'] as const) : []),
    ...(isNear(line, deposit) ? (['date'] as const) : []),
    ...(line.refused?.includes(deposit.remittance_id) ? (['refused'] as const) : []),
  ];
}

interface Person {
  readonly actor: string;
  readonly now: Date;
  readonly reason: string;
}

/**
 * Matches a line with deposits that a person has chosen. A line whose amount differs from its deposit can be matched again.
 *
 * @param current deposits that the line is linked with now
 * @throws ApiError already_reconciled
 */
export function matchByHand(
  line: BankLine,
  chosen: readonly Deposit[],
  current: readonly Deposit[],
  { acceptDifference, ...person }: Person & { readonly acceptDifference: boolean },
): { readonly line: BankLine; readonly change: Change } {
  const isOwn = ({ bank_line_id }: Deposit) => bank_line_id === line.id;
  const isFree = (deposit: Deposit) =>
    isOpenDeposit(deposit) || deposit.state === 'not_expected' || isOwn(deposit);
  if (line.state === 'matched' || !chosen.every(isFree)) throw new ApiError('already_reconciled');
  const left = current.filter(
    ({ remittance_id }) => !chosen.some((deposit) => deposit.remittance_id === remittance_id),
  );
  const made = linked(line, chosen, { ...person, by: 'hand', accepted: acceptDifference });
  if (left.length === 0) return made;
  const { change } = unlinked(line, left, person);
  // The line itself is in the first change.
  const writes = change.writes.filter(({ kind }) => kind === 'deposits');
  return {
    line: made.line,
    change: {
      entries: [...made.change.entries, ...change.entries],
      writes: [...made.change.writes, ...writes],
    },
  };
}

/** @throws ApiError not_reconciled */
export function unmatchByHand(line: BankLine, current: readonly Deposit[], person: Person) {
  if (line.state !== 'matched' && line.state !== 'amount_differs') throw new ApiError('not_reconciled');
  return unlinked(line, current, person);
}

/** A bank line as the API shows it: amounts are decimals. */
export function bankLineJson({ refused, difference, ...line }: BankLine): BankLineJson {
  return {
    ...line,
    amount: decimalOfCents(line.amount),
    remittance_ids: [...line.remittance_ids],
    ...(difference !== undefined && { difference: decimalOfCents(difference) }),
  };
}

export const depositJson = ({ difference, ...deposit }: Deposit): DepositJson => ({
  ...deposit,
  amount: decimalOfCents(deposit.amount),
  ...(difference !== undefined && { difference: decimalOfCents(difference) }),
});

const maxCandidates = 50;

/** The deposits that may belong to a line, best first: by trace, then by amount and date. */
export function candidatesOf(line: BankLine, deposits: readonly Deposit[]): CandidateJson[] {
  const unique = new Map(deposits.map((deposit) => [deposit.remittance_id, deposit]));
  return [...unique.values()]
    .map((deposit) => ({ deposit: depositJson(deposit), why: whyCandidate(line, deposit) }))
    .toSorted((a, b) => rankOf(b.why) - rankOf(a.why))
    .slice(0, maxCandidates);
}

const weights = { trace: 4, amount: 2, date: 1, refused: -8 } as const;

const rankOf = (why: CandidateJson['why']): number => why.reduce((sum, one) => sum + weights[one], 0);
