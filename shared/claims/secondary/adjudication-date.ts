import { localDay } from '#calendar/time-zone.ts';
import type { StoredRemittance } from '../responses/remittance/stored-remittance.ts';

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
