import { localDay } from '#calendar/time-zone.ts';
import type { Claim } from '../claim/claim.ts';
import { claimId } from '../claims/facts.ts';
import { factsOf } from '../claims/known-facts.ts';
import { stateOf } from '../claims/state.ts';
import { outcomeOf, type PaymentOutcome } from '../remittances/judge.ts';
import type { StoredRemittance } from '../responses/remittance/stored-remittance.ts';

/** The payment of a claim by which a payer adjudicated it. */
export interface Adjudication {
  readonly remittanceId: string;
  /** Number of the payment in the remittance. */
  readonly number: number;
  readonly outcome: PaymentOutcome;
}

/**
 * Returns the newest adjudication of a claim that stands; undefined if there is none.
 *
 * @param chain the claims of its chain
 * @param remittanceId the adjudication must be in this remittance, if given
 */
export function adjudicationOf(
  { id }: Claim,
  chain: readonly Claim[],
  remittanceId?: string,
): Adjudication | undefined {
  const rows = stateOf(new Set(chain.flatMap(factsOf))).get(claimId(id))?.adjudications ?? [];
  const found = rows.findLast(
    ({ status, adjudication: { kind, remittance } }) =>
      status === 'stands' &&
      kind === 'decision' &&
      (remittanceId === undefined || remittance === remittanceId),
  );
  if (found === undefined) return undefined;
  const { remittance, payment_number: number } = found.adjudication;
  return { remittanceId: remittance, number, outcome: outcomeOf(found.adjudication) };
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
