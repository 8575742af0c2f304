import { secretHash } from '#auth/identify.ts';
import { makeSecret, newApiKey, secretBytes } from '#commerce/api-key.ts';
import { createApiKey } from '#contract/commerce/api-keys.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { created, endpoint } from '#http/endpoint.ts';
import { putApiKey } from '#store/api-keys.ts';
import { commerceTable } from '#store/commerce-table.ts';

const { GRANARY_ENVIRONMENT } = commerceEnvironment.parse(process.env);

export const handler = endpoint(createApiKey, async ({ body, now, newId, recordReply }) => {
  const secret = makeSecret(GRANARY_ENVIRONMENT, crypto.getRandomValues(new Uint8Array(secretBytes)));
  const apiKey = newApiKey(body, { id: newId(), now, secret });
  // What is stored for a repetition must not hold the secret.
  await putApiKey(commerceTable, apiKey, secretHash(secret), recordReply(created(apiKey, undefined)));
  return created({ ...apiKey, secret }, undefined);
});
