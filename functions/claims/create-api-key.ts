import { secretHash } from '#auth/identify.ts';
import { issueClaimsKey, secretBytes } from '#claims/entry/api-key.ts';
import { createClaimsKey } from '#contract/claims/api-keys.ts';
import { claimsEnvironment } from '#contract/environment.ts';
import { created, endpoint } from '#http/claims-endpoint.ts';
import { auditLog } from '#store/claims/claims-table.ts';
import { putClaimsKey } from '#store/requests/claims-credentials.ts';

const { GRANARY_ENVIRONMENT: environment } = claimsEnvironment.parse(process.env);

export const handler = endpoint(createClaimsKey, async ({ body, principal, now, newId, recordReply }) => {
  const random = crypto.getRandomValues(new Uint8Array(secretBytes));
  const { key, secret } = issueClaimsKey(body, { environment, random, id: newId(), now });
  const stored = { key, secretHash: secretHash(secret), actor: principal.subject };
  // What is stored for a repetition must not hold the secret.
  await putClaimsKey(auditLog, stored, recordReply(created(key, undefined)));
  return created({ ...key, secret }, undefined);
});
