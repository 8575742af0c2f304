import { keyId } from '#audit/checkpoint.ts';
import { getPublicKey } from '#contract/claims/checkpoints.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { checkpointKey } from '#store/audit/checkpoint-key.ts';

export const handler = endpoint(getPublicKey, async () => {
  const public_key = await checkpointKey.publicKey();
  return ok({ key_id: keyId(public_key), algorithm: 'ECDSA_SHA_256', public_key });
});
