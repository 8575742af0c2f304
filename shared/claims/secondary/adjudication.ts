import { localDay } from '#calendar/time-zone.ts';
import type { ClaimEvent } from '../claim/claim.ts';
import type { StoredRemittance } from '../responses/remittance/stored-remittance.ts';

/** The payment of a claim by which a payer adjudicated it. */
export interface Adjudication {
  readonly remittanceId: string;
  /** Number of the payment in the remittance. */
  readonly number: number;
}

const decisions: ReadonlySet<unknown> = new Set(['paid', 'underpaid', 'denied']);

interface Payment extends Adjudication {
  readonly paid: number;
  readonly charge: number;
}

/**
 * Returns the newest adjudication of a claim that is neither reversed nor taken back; undefined if there is none.
 *
 * @param events of the claim, oldest first
 * @param remittanceId the adjudication must be in this remittance, if given
 */
export function adjudicationOf(
  events: readonly ClaimEvent[],
  remittanceId?: string,
): Adjudication | undefined {
  const payments: Payment[] = [];
  const reversals: Payment[] = [];
  for (const event of events) {
    const { outcome, held, taken_back, number } = event.detail;
    if (event.kind !== 'payment' || held !== undefined) continue;
    const { reference } = event;
    if (taken_back === true) {
      remove(payments, (one) => one.remittanceId === reference && one.number === number);
      remove(reversals, (one) => one.remittanceId === reference && one.number === number);
    } else if (decisions.has(outcome)) payments.push(paymentOf(event));
    else if (outcome === 'reversed') reversals.push(paymentOf(event));
  }
  // A correction may precede its reversal in one remittance, so reversals count at the end.
  for (const reversal of reversals) {
    const isOpposite = ({ paid, charge }: Payment) => paid === -reversal.paid && charge === -reversal.charge;
    if (!remove(payments, isOpposite, 'first')) remove(payments, () => true, 'first');
  }
  const found = payments.findLast((one) => remittanceId === undefined || one.remittanceId === remittanceId);
  return found && { remittanceId: found.remittanceId, number: found.number };
}

/** Cents, because events have decimals. */
const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);

const paymentOf = ({ reference, detail }: ClaimEvent): Payment => ({
  remittanceId: reference,
  number: Number(detail['number']),
  paid: cents(detail['paid']),
  charge: cents(detail['charge']),
});

function remove(
  payments: Payment[],
  matches: (one: Payment) => boolean,
  which: 'first' | 'last' = 'last',
): boolean {
  const index = which === 'first' ? payments.findIndex(matches) : payments.findLastIndex(matches);
  if (index >= 0) payments.splice(index, 1);
  return index >= 0;
}

/**
 * Day of the payment, else the day on which the remittance was produced or received. Payers send remittances some days
 * before the transfer, and DTP*573 must not be in the future.
 *
 * @param timeZone of the next payer, whose calendar decides what the future is (V105)
 * @returns ISO date, not after the day on which the remittance was received
 */
export function adjudicationDate(
  {
    payment,
    production_date,
    received_at,
  }: Pick<StoredRemittance, 'production_date' | 'received_at'> & {
    readonly payment: Pick<StoredRemittance['payment'], 'date'>;
  },
  timeZone: string,
): string {
  const received = localDay(new Date(received_at), timeZone);
  const known = [payment.date, production_date].flatMap((date) => date ?? []);
  return known.find((date) => date <= received) ?? received;
}
