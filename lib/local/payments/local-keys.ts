import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import { parseJson } from '../json-text.ts';
import type { Secrets } from '../secrets-manager/secrets.ts';

const keysSchema = z.object({ api_key: z.string(), webhook_secret: z.string() });

type Keys = z.output<typeof keysSchema>;

/**
 * Stores an API key in the secret of the templates, as an operator does after a deployment. Returns the keys; undefined for
 * templates without the secret.
 */
export function storePaymentKeys(secrets: Secrets, deployment: Deployment): Keys | undefined {
  const [resource] = deployment
    .resources('AWS::SecretsManager::Secret')
    .filter(({ logicalId }) => logicalId.startsWith('PaymentKeys'));
  const secret = resource && secrets.find(resource.ref);
  const text = secret?.versions.find(({ stages }) => stages.includes('AWSCURRENT'))?.secretString;
  const keys = keysSchema.safeParse(parseJson(text ?? '')).data;
  if (secret === undefined || keys === undefined || keys.api_key !== '') return keys;
  const stored = { ...keys, api_key: 'sk_test_local' };
  secrets.put(secret, JSON.stringify(stored), ['AWSCURRENT']);
  return stored;
}
