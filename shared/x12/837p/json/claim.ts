import { recordCodec } from '../../description/record-codec.ts';
import { type ProfessionalClaim, professionalClaim, transaction } from '../model/claim.ts';

export const claimCodec = recordCodec(professionalClaim);
export const transactionCodec = recordCodec(transaction);

/** A typed claim as a JSON value: snake_case, amounts as decimal strings, without positions. */
export function claimToJson(claim: ProfessionalClaim): unknown {
  return claimCodec.toJson(claim);
}
