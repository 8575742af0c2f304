import type {
  Referral,
  ReferralCode,
  ReferralCodeInput,
  ReferralInput,
} from '#contract/commerce/referrals.ts';
import { personId } from './customer.ts';

/** What a code may consist of; a text that does not match cannot be a known code. */
const codePattern = /^[A-Za-z0-9_-]{6,50}$/;

/** No digit or letter that can be taken for another. */
const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 10;

/** The form in which codes are compared, letter case ignored; `undefined` for a text that no code can be. */
export const canonicalCode = (code: string): string | undefined =>
  codePattern.test(code) ? code.toLowerCase() : undefined;

/** A new code; one of 32^10 from `random` (at least 10 bytes) when the caller names none. */
export function newReferralCode(
  input: ReferralCodeInput,
  { id, now, random }: { readonly id: string; readonly now: Date; readonly random: Uint8Array },
): ReferralCode {
  const made = Array.from(random.subarray(0, codeLength), (byte) => codeAlphabet.charAt(byte % 32)).join('');
  return { id, ...input, code: input.code ?? made, redemption_count: 0, created_at: now.toISOString() };
}

/** The record of a redemption. */
export const newReferral = (
  input: ReferralInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Referral => ({
  id,
  ...input,
  referred_user_id: personId(input.brand_id, input.referred_email),
  created_at: now.toISOString(),
});
