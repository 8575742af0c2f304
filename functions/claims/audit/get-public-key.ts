import { keyId } from '#audit/checkpoints/checkpoint.ts';
import { getPublicKey } from '#claims/audit/contract.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { checkpointKey } from '#store/audit/checkpoint-key.ts';

export const handler = claimsEndpoint(getPublicKey, async () => {
  const public_key = await checkpointKey.publicKey();
  return ok({ key_id: keyId(public_key), algorithm: 'ECDSA_SHA_256', public_key });
});
