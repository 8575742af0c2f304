import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { StoreRejection } from '#persistence/store-rejection.ts';

const client = new SecretsManagerClient({ maxAttempts: 4 });

/**
 * Text of a secret, by name or ARN.
 *
 * @throws StoreRejection without the name of the secret
 */
export async function readSecret(id: string): Promise<string> {
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    if (SecretString === undefined) throw new Error('The secret has no text');
    return SecretString;
  } catch (error) {
    throw new StoreRejection('The secret cannot be read', error);
  }
}

/**
 * Makes a text the current value of a secret.
 *
 * @throws StoreRejection
 */
export async function writeSecret(id: string, SecretString: string): Promise<void> {
  try {
    await client.send(new PutSecretValueCommand({ SecretId: id, SecretString }));
  } catch (error) {
    throw new StoreRejection('The secret cannot be written', error);
  }
}
