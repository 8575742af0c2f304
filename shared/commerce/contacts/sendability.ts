import { normalPhone } from './addresses.ts';
import type { Channel, StoredContact } from './contact-fields.ts';

/** Why a campaign does not go to a contact. */
export const skipReasons = ['no_address', 'no_consent', 'withdrawn', 'suppressed'] as const;
export type SkipReason = (typeof skipReasons)[number];

type Decision =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: SkipReason };

/** Whether the contact has an address of the channel and consents to it. Suppressed addresses are a separate list. */
export function sendabilityOf(
  { email, phone, consents }: Pick<StoredContact, 'email' | 'phone' | 'consents'>,
  channel: Channel,
): Decision {
  const address = channel === 'email' ? email : phone && normalPhone(phone);
  if (address === undefined) return { ok: false, reason: 'no_address' };
  const consent = consents[channel];
  if (consent === undefined) return { ok: false, reason: 'no_consent' };
  return consent.status === 'granted' ? { ok: true, address } : { ok: false, reason: 'withdrawn' };
}
