import type { ClaimPayment } from '#x12/835/types.ts';
import type { Claim } from '../../claim/claim.ts';
import { chainsOf } from '../../claims/read-chains.ts';
import { matchedTogether, matchPayments, type RemittancePorts } from './posting-rules.ts';
import type { StoredRemittance } from './stored-remittance.ts';

/**
 * Whether every payment of a remittance is known under another number (TRN02), with the same payer, number of the payer and
 * amounts: a check or transfer that was issued again. Most remittances are none, which their first payment shows.
 */
export async function isKnownUnderOtherNumber(
  ports: RemittancePorts,
  remittance: StoredRemittance,
): Promise<boolean> {
  const { id, claims } = remittance;
  for (let next = 1; next <= claims; ) {
    const stored = await ports.remittances.readPayments(id, next, next === 1 ? 1 : matchedTogether);
    const matched = await matchPayments(ports, remittance, stored);
    const isKnown = matched.every(({ payment, match, chains }) => {
      if (payment === undefined || match.result !== 'matched') return false;
      return chainsOf(chains, [match.claim]).some((claim) => hasPayment(claim, payment, remittance));
    });
    if (!isKnown || stored.length === 0) return false;
    next += stored.length;
  }
  return claims > 0;
}

function hasPayment(
  { facts = [] }: Claim,
  { payerControlNumber, charge, paid, statusCode }: ClaimPayment,
  { id, payer, payment }: StoredRemittance,
): boolean {
  return facts.some(
    (fact) =>
      fact.fact === 'adjudication' &&
      fact.remittance !== id &&
      fact.trace !== payment.trace &&
      fact.payer.id === (payer.id ?? '') &&
      fact.payer_number === payerControlNumber &&
      fact.charge === charge &&
      fact.paid === paid &&
      fact.status_code === statusCode,
  );
}
