import { rotatedSecrets, webhookSecret, webhookSecretBytes } from '#commerce/webhooks/secret.ts';
import { rotateWebhookSecret } from '#contract/commerce/webhooks.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeSecretsAction, findWebhookEndpoint, readSecrets } from '#store/commerce/webhooks/endpoints.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(
  rotateWebhookSecret,
  ({ parameters, body, heldBrands, authorize, now, recordReply }) =>
    retryOnConflict(async () => {
      const { id, brand_id } = found(await findWebhookEndpoint(commerceTable, heldBrands, parameters.id));
      authorize(brand_id);
      const before = found(await readSecrets(commerceTable, id));
      const secret = webhookSecret(crypto.getRandomValues(new Uint8Array(webhookSecretBytes)));
      const secrets = rotatedSecrets(before.secrets, secret, { now, overlapHours: body.overlap_hours });
      const shown = {
        endpoint_id: id,
        created_at: now.toISOString(),
        earlier_secret_expires_at: secrets[1]?.expires_at ?? now.toISOString(),
      };
      // The stored reply must not contain the secret.
      await transact(commerceTable, [
        changeSecretsAction(id, before, secrets),
        ...recordReply(created(shown, undefined)),
      ]);
      return created({ ...shown, secret }, undefined);
    }),
);
