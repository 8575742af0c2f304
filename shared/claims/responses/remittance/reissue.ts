import type { ClaimPayment } from '#x12/835/types.ts';
import type { Claim } from '../../claim/claim.ts';
import { chainsOf } from '../../claims/read-chains.ts';
import { contentKeys } from '../../remittances/judge.ts';
import { matchedTogether, matchPayments, type RemittancePorts } from './posting-rules.ts';
import type { StoredRemittance } from './stored-remittance.ts';

/**
 * Whether every payment of a remittance is known under another number (TRN02) with the same content: a check or transfer that
 * was issued again. Without money there is nothing to pay twice, and payers repeat refusals. Most remittances are none, which
 * their first payment shows.
 */
export async function isKnownUnderOtherNumber(
  ports: RemittancePorts,
  remittance: StoredRemittance,
): Promise<boolean> {
  const { id, claims } = remittance;
  let hasMoney = false;
  for (let next = 1; next <= claims; ) {
    const stored = await ports.remittances.readPayments(id, next, next === 1 ? 1 : matchedTogether);
    const matched = await matchPayments(ports, remittance, stored);
    const isKnown = matched.every(({ payment, match, chains }) => {
      if (payment === undefined || match.result !== 'matched') return false;
      return chainsOf(chains, [match.claim]).some((claim) => hasPayment(claim, payment, remittance));
    });
    if (!isKnown || stored.length === 0) return false;
    hasMoney ||= stored.some(({ paid }) => paid !== 0);
    next += stored.length;
  }
  return hasMoney;
}

/** The key of an adjudication derives from its content, number and day. */
const hasPayment = ({ facts = [] }: Claim, payment: ClaimPayment, remittance: StoredRemittance): boolean =>
  facts.some((fact) => {
    if (fact.fact !== 'adjudication' || fact.trace === remittance.payment.trace) return false;
    const { trace, paid_on: date, payer } = fact;
    return contentKeys({ originator: payer.originator, trace, date })(payment) === fact.key;
  });
