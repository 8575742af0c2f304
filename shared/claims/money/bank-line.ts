import { deterministicId } from '#claims/deterministic-id.ts';
import type { StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import type { LedgerAccount, LedgerPosting } from './provider-ledger.ts';
import type { BankLineJson, DepositJson } from './reconciliation-fields.ts';

/** A line of a bank account. Amounts are integer cents. */
export interface BankLine extends Readonly<Omit<BankLineJson, 'remittance_ids'>> {
  readonly remittance_ids: readonly string[];
  /** Remittances that a person has unmatched: never matched automatically again. */
  readonly refused?: readonly string[];
}

/** What a line of a bank file states. */
export interface ReadLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly date: string;
  /** Integer cents. */
  readonly amount: number;
  readonly trace?: string;
  readonly description?: string;
}

interface LineFacts {
  readonly account: string;
  readonly fileId: string;
  readonly now: Date;
}

/**
 * The lines of a file as records. The id derives from the content of a line and its place among equal lines of the file, so
 * that files whose periods overlap have the same ids.
 */
export function newBankLines(lines: readonly ReadLine[], { account, fileId, now }: LineFacts): BankLine[] {
  const equal = new Map<string, number>();
  return lines.map(({ line, ...facts }) => {
    const { date, amount, trace = '', description = '' } = facts;
    const content = JSON.stringify([account, date, amount, trace, description]);
    const n = equal.get(content) ?? 0;
    equal.set(content, n + 1);
    return {
      id: deterministicId('bank-line', content, n),
      version: 1,
      state: 'new',
      account,
      ...facts,
      file_id: fileId,
      line,
      imported_at: now.toISOString(),
      remittance_ids: [],
    };
  });
}

/** Whether the line is linked with no remittance. */
export const isOpenLine = ({ state }: Pick<BankLine, 'state'>): boolean =>
  state === 'new' || state === 'unmatched' || state === 'several_candidates';

const maxTokens = 6;

const minTokenLength = 6;

/**
 * Texts of a line that may be the trace of a remittance, folded: its trace, or the words of its description with a digit.
 * Banks put TRN02 of an EFT into the description (CCD addenda: `TRN*1*…`).
 */
export function traceTokens({ trace, description = '' }: Pick<BankLine, 'trace' | 'description'>): string[] {
  if (trace !== undefined && foldedTrace(trace) !== '') return [foldedTrace(trace)];
  const words = description
    .split(/[\s*~,;:|/]+/)
    .filter((word) => word.length >= minTokenLength && /\d/.test(word))
    .map(foldedTrace);
  return [...new Set(words)].filter((word) => word !== '').slice(0, maxTokens);
}

/** A remittance as the bank should show it. Amounts are integer cents. */
export interface Deposit extends Readonly<DepositJson> {}

/**
 * The deposit of a remittance whose sums are known. A debit (BPR03) has a negative amount. A notification (BPR01 H) and a
 * remittance without payment (NON) bring no money, even with an amount in BPR02.
 */
export function newDeposit(remittance: StoredRemittance): Deposit {
  const { id, payment, payer, payee, received_at } = remittance;
  const amount = payment.direction === 'D' ? -payment.amount : payment.amount;
  return {
    remittance_id: id,
    version: 1,
    state:
      expectsMoney({ amount, method: payment.method }) && payment.handling !== 'H' ? 'new' : 'not_expected',
    date: isDay(payment.date) ? payment.date : received_at.slice(0, 10),
    amount,
    method: payment.method,
    trace: payment.trace,
    payer_id: payer.id ?? '',
    payer_name: payer.name,
    ...(payee.id !== undefined && { payee_id: payee.id }),
    received_at,
  };
}

/** Whether the bank should show money: not for zero, and not without a payment (BPR04 NON), whatever BPR02 states. */
export const expectsMoney = ({ amount, method }: Pick<Deposit, 'amount' | 'method'>): boolean =>
  amount !== 0 && method !== 'NON';

const isDay = (date: string | undefined): date is string =>
  date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date);

/** Whether no bank line is linked with the deposit, and one is expected. */
export const isOpenDeposit = ({ state }: Pick<Deposit, 'state'>): boolean =>
  state === 'new' || state === 'expected';

/** A trace or check number for comparison: letters and digits in upper case, without leading zeros. */
export const foldedTrace = (trace: string): string =>
  trace
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^0+(?=.)/, '');

/** A write of records about money. Deposits and bank lines are stored with the figures of their states. */
export type MoneyWrite =
  | {
      /** Condition: the stored deposit is still `before`; without it, the deposit is new. */
      readonly kind: 'deposits';
      readonly changes: readonly { readonly before?: Deposit; readonly after: Deposit }[];
    }
  | {
      /** Condition: the stored line is still `before`; without it, the line is new. */
      readonly kind: 'bank-lines';
      readonly changes: readonly { readonly before?: BankLine; readonly after: BankLine }[];
    }
  | {
      /** Condition: the account is still as it was read. */
      readonly kind: 'ledger-posting';
      readonly account: LedgerAccount;
      readonly before: LedgerAccount | undefined;
      readonly entry: LedgerPosting;
    };
