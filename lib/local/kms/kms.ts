import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import * as z from 'zod';
import { type Operations, operation, ServiceError } from '../control-plane/operation.ts';
import type { KmsKey, KmsKeys } from './keys.ts';

const keyId = z.object({ KeyId: z.string() });
const signing = keyId.extend({
  Message: z.base64(),
  MessageType: z.enum(['RAW', 'DIGEST']).default('RAW'),
  SigningAlgorithm: z.string(),
});

/** Node's own crypto hashes every message itself; this library also signs digests. KMS does not normalize S. */
const ecdsa = { prehash: false, lowS: false, format: 'der' } as const;

export function kms(keys: KmsKeys): Operations {
  const get = (id: string): KmsKey => {
    const key = keys.find(id);
    if (key === undefined) throw new ServiceError('NotFoundException', `Key '${id}' does not exist`);
    return key;
  };
  return {
    Sign: operation(signing, (input) => {
      const key = get(input.KeyId);
      const { SigningAlgorithm } = input;
      const secret = coordinates(privateKeyOf(key, SigningAlgorithm)).d;
      const signature = p256.sign(digestOf(input), secret, ecdsa);
      return { KeyId: key.arn, Signature: Buffer.from(signature).toString('base64'), SigningAlgorithm };
    }),
    Verify: operation(signing.extend({ Signature: z.base64() }), (input) => {
      const key = get(input.KeyId);
      const { x, y } = coordinates(privateKeyOf(key, input.SigningAlgorithm));
      const publicKey = Buffer.concat([Buffer.of(4), x, y]);
      if (!isValid(Buffer.from(input.Signature, 'base64'), digestOf(input), publicKey)) {
        throw new ServiceError(
          'KMSInvalidSignatureException',
          'Signature does not match the message and the key',
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
        KeyUsage: key.usage,
        SigningAlgorithms: ['ECDSA_SHA_256'],
        PublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      };
    }),
  };
}

function privateKeyOf(key: KmsKey, algorithm: string): KeyObject {
  if (key.privateKey === undefined || algorithm !== 'ECDSA_SHA_256') {
    throw new ServiceError('InvalidKeyUsageException', `${key.arn} does not sign with ${algorithm}`);
  }
  return key.privateKey;
}

function digestOf({ Message, MessageType }: z.infer<typeof signing>): Buffer {
  const bytes = Buffer.from(Message, 'base64');
  if (MessageType === 'RAW') {
    if (bytes.length <= 4_096) return createHash('sha256').update(bytes).digest();
    throw new ServiceError(
      'ValidationException',
      'Maximum message size is 4096 bytes; sign its digest instead.',
    );
  }
  if (bytes.length === 32) return bytes;
  throw new ServiceError('ValidationException', 'Digest is invalid length for algorithm ECDSA_SHA_256.');
}

/** The numbers of a key pair: the point `x`, `y` and the secret `d`, 32 bytes each. */
function coordinates(privateKey: KeyObject): Readonly<Record<'x' | 'y' | 'd', Buffer>> {
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  return { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url'), d: Buffer.from(d, 'base64url') };
}

/** The library throws for a signature that is not valid DER. */
function isValid(signature: Buffer, digest: Buffer, publicKey: Buffer): boolean {
  try {
    return p256.verify(signature, digest, publicKey, ecdsa);
  } catch {
    return false;
  }
}
