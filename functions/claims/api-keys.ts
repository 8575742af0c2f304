import { secretHash } from '#auth/identify.ts';
import type * as declared from '#claims/api-keys/contract.ts';
import {
  insertionOfKey,
  readClaimsKeys,
  setClaimsKeyRevoked as revokeKey,
} from '#claims/api-keys/records.ts';
import { claimsKeySecretBytes, issueClaimsKey } from '#claims/api-keys/rules.ts';
import { claimsEnvironment } from '#contract/environment.ts';
import { ApiError } from '#contract/errors.ts';
import { created, noContent, page } from '#http/endpoint/claims-endpoint.ts';
import { auditedChange, type Call, showOnce } from '#http/endpoint/claims-operation.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';

const { GRANARY_ENVIRONMENT: environment } = claimsEnvironment.parse(process.env);

export function createClaimsKey({ body, principal, now, newId }: Call<typeof declared.createClaimsKey>) {
  const random = crypto.getRandomValues(new Uint8Array(claimsKeySecretBytes));
  const { key, secret } = issueClaimsKey(body, { environment, random, id: newId(), now });
  const { entry, writes } = insertionOfKey({
    key,
    secretHash: secretHash(secret),
    actor: principal.subject,
  });
  return showOnce(
    created({ ...key, secret }, undefined),
    auditedChange(created(key, undefined), entry, ...writes),
  );
}

export async function listClaimsKeys({ query }: Call<typeof declared.listClaimsKeys>) {
  const { data, nextCursor } = await readClaimsKeys(claimsTable, query);
  return page(data, nextCursor);
}

export async function revokeClaimsKey({
  parameters: { id },
  principal,
  now,
}: Call<typeof declared.revokeClaimsKey>) {
  const isFound = await revokeKey(auditLog, claimsTable, { id, actor: principal.subject, now });
  if (!isFound) throw new ApiError('not_found');
  return noContent();
}
