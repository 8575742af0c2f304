import type {
  BankLineJson,
  CandidateJson,
  DepositJson,
} from '#contract/claims/money/reconciliation-records.ts';
import { decimalOfCents } from '../claim/claim-json.ts';
import type { BankLine, Deposit } from './bank-line.ts';
import { whyCandidate } from './match-line.ts';

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
