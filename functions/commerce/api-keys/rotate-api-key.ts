import { secretHash } from '#auth/identify.ts';
import { requireWithinScopes } from '#auth/principal.ts';
import { rotateKey, secretBytes } from '#commerce/api-key.ts';
import { rotateApiKey } from '#contract/commerce/api-keys.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findStoredKey, replaceSecret, shownKey } from '#store/commerce/api-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

const { GRANARY_ENVIRONMENT: environment } = commerceEnvironment.parse(process.env);

export const handler = commerceEndpoint(
  rotateApiKey,
  ({ parameters, body, principal, heldBrands, authorize, now, recordReply }) =>
    retryOnConflict(async () => {
      const stored = found(await findStoredKey(commerceTable, heldBrands, parameters.id));
      authorize(stored.key.brand_id);
      requireWithinScopes(principal, stored.key.scopes);
      const random = crypto.getRandomValues(new Uint8Array(secretBytes));
      const { key, secret } = rotateKey(stored.key, body.overlap_hours, { environment, random, now });
      // The stored reply must not contain the secret.
      const others = recordReply(created(shownKey(key), undefined));
      await replaceSecret(commerceTable, stored, { key, secretHash: secretHash(secret), now }, others);
      return created({ ...shownKey(key), secret }, undefined);
    }),
);
