import { ApiError } from '#contract/errors.ts';
import type { Change } from '../change.ts';
import { type BankLine, type Deposit, isOpenDeposit } from './bank-line.ts';
import { linked, unlinked } from './link.ts';

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
