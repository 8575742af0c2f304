import { secretHash } from '#auth/identify.ts';
import { keyCreated, makeSecret, newClaimsKey, secretBytes } from '#claims/api-key.ts';
import { createClaimsKey } from '#contract/claims/api-keys.ts';
import { claimsEnvironment } from '#contract/environment.ts';
import { created, endpoint } from '#http/claims-endpoint.ts';
import { newKeyActions } from '#store/claims-credentials.ts';
import { auditLog } from '#store/claims-table.ts';

const { GRANARY_ENVIRONMENT } = claimsEnvironment.parse(process.env);

export const handler = endpoint(createClaimsKey, async ({ body, principal, now, newId, recordReply }) => {
  const secret = makeSecret(GRANARY_ENVIRONMENT, crypto.getRandomValues(new Uint8Array(secretBytes)));
  const key = newClaimsKey(body, { id: newId(), now, secret });
  await auditLog.append(
    [keyCreated(key, principal.subject)],
    // What is stored for a repetition must not hold the secret.
    [...newKeyActions(key, secretHash(secret)), ...recordReply(created(key, undefined))],
  );
  return created({ ...key, secret }, undefined);
});
