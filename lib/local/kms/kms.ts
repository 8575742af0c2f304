import { createPublicKey } from 'node:crypto';
import * as z from 'zod';
import { type Operations, operation } from '../control-plane/operation.ts';
import { ServiceError } from '../control-plane/service-error.ts';
import { type KmsKey, type KmsKeys, type MessageType, signMessage, verifySignature } from './keys.ts';

const keyId = z.object({ KeyId: z.string() });
const signing = keyId.extend({
  Message: z.base64(),
  MessageType: z.enum(['RAW', 'DIGEST']).default('RAW'),
  SigningAlgorithm: z.string(),
});

/** The operations of KMS on asymmetric signing keys. */
export function kms(keys: KmsKeys): Operations {
  const get = (id: string): KmsKey => {
    const key = keys.find(id);
    if (key === undefined) throw new ServiceError('NotFoundException', `Key '${id}' does not exist`);
    return key;
  };
  return {
    Sign: operation(signing, ({ KeyId, Message, MessageType, SigningAlgorithm }) => {
      const key = get(KeyId);
      const message = messageOf(Message, MessageType);
      const signature = signMessage(privateKeyOf(key, SigningAlgorithm), message, MessageType);
      return { KeyId: key.arn, Signature: signature.toString('base64'), SigningAlgorithm };
    }),
    Verify: operation(signing.extend({ Signature: z.base64() }), (input) => {
      const key = get(input.KeyId);
      const privateKey = privateKeyOf(key, input.SigningAlgorithm);
      const message = messageOf(input.Message, input.MessageType);
      const signature = Buffer.from(input.Signature, 'base64');
      if (!verifySignature(privateKey, message, input.MessageType, signature)) {
        throw new ServiceError(
          'KMSInvalidSignatureException',
          'The signature does not fit the message and the key',
        );
      }
      return { KeyId: key.arn, SignatureValid: true, SigningAlgorithm: input.SigningAlgorithm };
    }),
    GetPublicKey: operation(keyId, ({ KeyId }) => {
      const key = get(KeyId);
      const publicKey = createPublicKey(privateKeyOf(key, 'ECDSA_SHA_256'));
      return {
        KeyId: key.arn,
        KeySpec: key.spec,
        CustomerMasterKeySpec: key.spec,
        KeyUsage: key.usage,
        SigningAlgorithms: ['ECDSA_SHA_256'],
        PublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      };
    }),
    DescribeKey: operation(keyId, ({ KeyId }) => {
      const key = get(KeyId);
      return {
        KeyMetadata: {
          KeyId: key.id,
          Arn: key.arn,
          AWSAccountId: key.arn.split(':')[4],
          CreationDate: key.createdAt / 1_000,
          Description: key.description,
          Enabled: true,
          KeyManager: 'CUSTOMER',
          KeySpec: key.spec,
          CustomerMasterKeySpec: key.spec,
          KeyState: 'Enabled',
          KeyUsage: key.usage,
          MultiRegion: false,
          Origin: 'AWS_KMS',
          ...(key.privateKey !== undefined && { SigningAlgorithms: ['ECDSA_SHA_256'] }),
        },
      };
    }),
  };
}

function privateKeyOf(key: KmsKey, algorithm: string) {
  if (key.privateKey === undefined || algorithm !== 'ECDSA_SHA_256') {
    throw new ServiceError('InvalidKeyUsageException', `${key.arn} does not sign with ${algorithm}`);
  }
  return key.privateKey;
}

function messageOf(message: string, type: MessageType): Buffer {
  const bytes = Buffer.from(message, 'base64');
  if (type === 'DIGEST' && bytes.length !== 32) {
    throw new ServiceError('ValidationException', 'Digest is invalid length for algorithm ECDSA_SHA_256.');
  }
  if (bytes.length > 4_096) {
    throw new ServiceError(
      'ValidationException',
      'A message holds 4096 bytes at most; sign its digest instead.',
    );
  }
  return bytes;
}
