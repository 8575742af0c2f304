import type { ClaimParty, PartyAddress } from '../model/party.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';

/** Edits of a whole party: V023, V031. */

/** At the end of 2010AB. */
export function checkPayTo(check: ClaimSetCheck): void {
  const { billingProvider } = check.builder;
  const { payTo } = billingProvider;
  if (payTo && isSameAddress(payTo.address, billingProvider.address)) {
    check.reportInLoop('V031', '2010AB/NM1', payTo.position);
  }
}

/** At the end of 2010BB, where the number of an atypical provider would be. */
export function checkBillingNpi(check: ClaimSetCheck): void {
  const { billingProvider, subscriber } = check.builder;
  // Without a position the whole loop is missing, which the guide reports.
  const { id, position } = billingProvider;
  if (id !== undefined || position === undefined || isAtypicalProvider(subscriber.payer)) return;
  if (check.isFirstReport('V023', billingProvider)) {
    check.reportInLoop('V023', '2010AA/NM1', position, { element: 9, isMissing: true });
  }
}

/** An atypical provider has no NPI but a number of the payer, REF*G2 of 2010BB. */
export function isAtypicalProvider(
  payer: { readonly billingProviderIds: readonly { readonly qualifier: string }[] } | undefined,
): boolean {
  return payer?.billingProviderIds.some(({ qualifier }) => qualifier === 'G2') ?? false;
}

/** Compares street, city, state and five-digit ZIP without case, spaces and punctuation. */
export function isSameAddress(one: ClaimParty['address'], other: ClaimParty['address']): boolean {
  return (
    one !== undefined && other !== undefined && placeKey(one) === placeKey(other) && placeKey(one) !== '||||'
  );
}

function placeKey({ line1, line2, city, state, zip }: PartyAddress): string {
  return [line1, line2, city, state, zip?.substring(0, 5)].map(bare).join('|');
}

function bare(text: string | undefined): string {
  return (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
}
