import type { Address, Party } from '../model/party.ts';
import type { ClaimCheck } from './claim-check.ts';

/** Edits that a party as a whole decides: V023, V031, V034. */

/** At the end of 2010AB. */
export function checkPayTo(check: ClaimCheck): void {
  const { billingProvider } = check.builder;
  const { payTo } = billingProvider;
  if (payTo && isSamePlace(payTo.address, billingProvider.address)) {
    check.at('V031', '2010AB/NM1', payTo.position);
  }
}

/** At the end of 2010BB, when what stands behind 2010BA is known. */
export function checkSubscriber(check: ClaimCheck): void {
  const { subscriber } = check.builder;
  if (subscriber.relationship !== '18') return;
  const because = { path: '2000B/SBR', loop: subscriber.levelPosition, element: 2 };
  for (const path of ['2010BA/N3', '2010BA/N4', '2010BA/DMG']) {
    if (!check.has(path, subscriber.position)) check.at('V034', path, subscriber.position, { because });
  }
}

/** At the end of 2010BB, where the number of an atypical provider would be. */
export function checkBillingNpi(check: ClaimCheck): void {
  const { billingProvider, subscriber } = check.builder;
  // Without a position the whole loop is missing, which the guide reports.
  const { id, position } = billingProvider;
  if (id !== undefined || position === undefined || isAtypical(subscriber.payer)) return;
  if (check.first('V023', billingProvider)) {
    check.at('V023', '2010AA/NM1', position, { element: 9, isMissing: true });
  }
}

/** An atypical provider has no NPI but a number of the payer, REF*G2 of 2010BB. */
export function isAtypical(
  payer: { readonly billingProviderIds: readonly { readonly qualifier: string }[] } | undefined,
): boolean {
  return payer?.billingProviderIds.some(({ qualifier }) => qualifier === 'G2') ?? false;
}

/** Street, city, state and five-digit ZIP are the same but for case, spaces and punctuation. */
export function isSamePlace(one: Party['address'], other: Party['address']): boolean {
  return (
    one !== undefined && other !== undefined && placeKey(one) === placeKey(other) && placeKey(one) !== '||||'
  );
}

function placeKey({ line1, line2, city, state, zip }: Address): string {
  return [line1, line2, city, state, zip?.substring(0, 5)].map(bare).join('|');
}

function bare(text: string | undefined): string {
  return (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
}
