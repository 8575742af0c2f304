import { secretHash } from '#auth/identify.ts';
import { requireWithinScopes } from '#auth/principal.ts';
import type * as declared from '#commerce/api-keys/contract.ts';
import {
  insertKey,
  issueApiKey,
  readKeys,
  replaceSecret,
  revokeKey,
  rotateKey,
  secretBytes,
  shownKey,
} from '#commerce/api-keys/records.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { knownScopes } from '#contract/scopes.ts';
import { type Call, change, showOnce } from '#http/endpoint/operation.ts';
import { created, noContent, okPage } from '#http/reply/replies.ts';

/** What a new secret is made of. */
function originOf(now: Date) {
  const { GRANARY_ENVIRONMENT: environment } = commerceEnvironment.parse(process.env);
  return { environment, random: crypto.getRandomValues(new Uint8Array(secretBytes)), now };
}

export function createApiKey({ body, principal, now, newId }: Call<typeof declared.createApiKey>) {
  requireWithinScopes(principal, body.scopes);
  const { key, secret } = issueApiKey(body, { ...originOf(now), id: newId() }, knownScopes);
  return showOnce(
    created({ ...key, secret }, undefined),
    change(created(key, undefined), ...insertKey({ ...key, secret_hash: secretHash(secret) })),
  );
}

export async function listApiKeys({ query: { brand_id, ...page } }: Call<typeof declared.listApiKeys>) {
  const { data, nextCursor } = await readKeys(brand_id, page);
  return okPage(data, nextCursor);
}

export function rotateApiKey({ resource: before, body, principal, now }: Call<typeof declared.rotateApiKey>) {
  requireWithinScopes(principal, before.scopes);
  const { key, secret } = rotateKey(shownKey(before), body.overlap_hours, originOf(now));
  const after = { ...key, secret_hash: secretHash(secret), earlier_secret_hash: before.secret_hash };
  return showOnce(
    created({ ...key, secret }, undefined),
    change(created(key, undefined), ...replaceSecret(before, after, now)),
  );
}

export const revokeApiKey = ({ resource: key, now }: Call<typeof declared.revokeApiKey>) =>
  change(noContent(), ...revokeKey(key, now));
