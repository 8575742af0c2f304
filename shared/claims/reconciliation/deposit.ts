import type { DepositJson } from '#contract/claims/money/reconciliation-records.ts';
import type { StoredRemittance } from '../responses/remittance/stored-remittance.ts';

/** A remittance as the bank should show it. Amounts are integer cents. */
export interface Deposit extends Readonly<DepositJson> {}

/** The deposit of a remittance whose sums are known. A debit (BPR03) has a negative amount. */
export function newDeposit(remittance: StoredRemittance): Deposit {
  const { id, payment, payer, payee, received_at } = remittance;
  const amount = payment.direction === 'D' ? -payment.amount : payment.amount;
  return {
    remittance_id: id,
    version: 1,
    state: amount === 0 ? 'not_expected' : 'new',
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
