import { secretHash } from '#auth/identify.ts';
import { claimsKeySecretBytes, issueClaimsKey } from '#claims/api-key.ts';
import { createClaimsKey } from '#contract/claims/api-keys.ts';
import { claimsEnvironment } from '#contract/environment.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { auditLog } from '#store/claims/claims-table.ts';
import { insertClaimsKey } from '#store/claims/credentials.ts';

const { GRANARY_ENVIRONMENT: environment } = claimsEnvironment.parse(process.env);

export const handler = claimsEndpoint(
  createClaimsKey,
  async ({ body, principal, now, newId, recordReply }) => {
    const random = crypto.getRandomValues(new Uint8Array(claimsKeySecretBytes));
    const { key, secret } = issueClaimsKey(body, { environment, random, id: newId(), now });
    const stored = { key, secretHash: secretHash(secret), actor: principal.subject };
    // The reply that is stored for repetitions must not contain the secret.
    await insertClaimsKey(auditLog, stored, recordReply(created(key, undefined)));
    return created({ ...key, secret }, undefined);
  },
);
