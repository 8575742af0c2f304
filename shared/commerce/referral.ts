import type {
  Referral,
  ReferralCode,
  ReferralCodeInput,
  ReferralInput,
} from '#commerce/referrals/contract.ts';
import { personId } from './customer.ts';

const codePattern = /^[A-Za-z0-9_-]{6,50}$/;

/** Digits and letters that cannot be mistaken for each other. */
const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 10;

/** The form that codes are compared in, without letter case; undefined for text that is not a code. */
export const canonicalCode = (code: string): string | undefined =>
  codePattern.test(code) ? code.toLowerCase() : undefined;

/** A new code: the caller's, else one of 32^10 from `random` (at least 10 bytes). */
export function newReferralCode(
  input: ReferralCodeInput,
  { id, now, random }: { readonly id: string; readonly now: Date; readonly random: Uint8Array },
): ReferralCode {
  const made = Array.from(random.subarray(0, codeLength), (byte) => codeAlphabet.charAt(byte % 32)).join('');
  return { id, ...input, code: input.code ?? made, redemption_count: 0, created_at: now.toISOString() };
}

export const newReferral = (
  input: ReferralInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Referral => ({
  id,
  brand_id: input.brand_id,
  referred_email: input.referred_email,
  referral_code: input.referral_code,
  referred_user_id: personId(input.brand_id, input.referred_email),
  created_at: now.toISOString(),
});
