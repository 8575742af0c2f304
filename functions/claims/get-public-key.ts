import { keyId } from '#audit/checkpoint.ts';
import { getPublicKey } from '#contract/claims/checkpoints.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { auditSubject } from '#store/audit-subject.ts';

export const handler = endpoint(getPublicKey, async () => {
  const public_key = await auditSubject.signer.publicKey();
  return ok({ key_id: keyId(public_key), algorithm: 'ECDSA_SHA_256', public_key });
});
