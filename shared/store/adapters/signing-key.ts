import { createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import type { CheckpointSigner } from '#audit/checkpoints/checkpoint.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { send } from '../dynamodb/table.ts';

/** A KMS key of type ECC_NIST_P256. The private key never leaves KMS; the public key is fetched once. */
export function openSigningKey(KeyId: string): CheckpointSigner {
  const client = new KMSClient({ maxAttempts: 4 });
  let pem: Promise<string> | undefined;

  async function fetchPublicKey(): Promise<string> {
    const { PublicKey } = await send(client.send(new GetPublicKeyCommand({ KeyId })));
    if (!PublicKey) throw new StoreRejection('', new Error('KMS returned no public key'));
    const key = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
    return key.export({ type: 'spki', format: 'pem' }).toString();
  }

  return {
    async sign(message) {
      const { Signature } = await send(
        client.send(
          new SignCommand({ KeyId, Message: message, MessageType: 'RAW', SigningAlgorithm: 'ECDSA_SHA_256' }),
        ),
      );
      if (!Signature) throw new StoreRejection('', new Error('KMS returned no signature'));
      return Signature;
    },
    publicKey() {
      pem ??= fetchPublicKey().catch((error: unknown) => {
        pem = undefined;
        throw error;
      });
      return pem;
    },
  };
}
