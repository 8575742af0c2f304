import { secretHash } from '#auth/identify.ts';
import { requireWithinScopes } from '#auth/principal.ts';
import { issueApiKey, secretBytes } from '#commerce/api-key.ts';
import { createApiKey } from '#contract/commerce/api-keys.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { knownScopes } from '#contract/scopes.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { insertApiKey } from '#store/commerce/api-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const { GRANARY_ENVIRONMENT: environment } = commerceEnvironment.parse(process.env);

export const handler = commerceEndpoint(
  createApiKey,
  async ({ body, principal, now, newId, recordReply }) => {
    requireWithinScopes(principal, body.scopes);
    const random = crypto.getRandomValues(new Uint8Array(secretBytes));
    const { key, secret } = issueApiKey(body, { environment, random, id: newId(), now }, knownScopes);
    // The stored reply must not contain the secret.
    await insertApiKey(commerceTable, key, secretHash(secret), recordReply(created(key, undefined)));
    return created({ ...key, secret }, undefined);
  },
);
