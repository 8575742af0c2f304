import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';
import { signDigest, verifyDigest } from './p256.ts';

const storedSchema = z.object({
  id: z.string(),
  arn: z.string(),
  privateKey: z.string(),
  createdAt: z.number(),
});
type StoredKey = z.infer<typeof storedSchema>;

const templateSchema = z.object({
  KeySpec: z.string().default('SYMMETRIC_DEFAULT'),
  KeyUsage: z.string().default('ENCRYPT_DECRYPT'),
  Description: z.string().optional(),
});
const aliasSchema = z.object({ AliasName: z.string(), TargetKeyId: z.string() });

export type MessageType = 'RAW' | 'DIGEST';

/** A KMS key of the templates. Only signing keys have key material; of the others just the ARN is used. */
export interface KmsKey {
  readonly id: string;
  readonly arn: string;
  readonly spec: string;
  readonly usage: string;
  readonly description: string;
  readonly createdAt: number;
  readonly privateKey: KeyObject | undefined;
}

/** The keys of KMS. Key pairs are made once and kept in the data folder. */
export class KmsKeys {
  readonly #stored: DurableMap<StoredKey>;
  readonly #keys = new Map<string, KmsKey>();
  readonly #aliases = new Map<string, string>();

  constructor(folder: DataFolder) {
    this.#stored = DurableMap.open(folder.file('state', 'kms-keys.ndjson'), storedSchema);
  }

  adopt(deployment: Deployment): void {
    for (const resource of deployment.resources('AWS::KMS::Key')) {
      const { KeySpec, KeyUsage, Description } = resource.read(templateSchema);
      const arn = resource.attribute('Arn');
      const signing = KeySpec === 'ECC_NIST_P256' && KeyUsage === 'SIGN_VERIFY';
      const stored = signing ? this.#keyPair(resource.ref, arn) : undefined;
      this.#keys.set(resource.ref, {
        id: resource.ref,
        arn,
        spec: KeySpec,
        usage: KeyUsage,
        description: Description ?? '',
        createdAt: stored?.createdAt ?? Date.now(),
        privateKey: stored && createPrivateKey(stored.privateKey),
      });
    }
    for (const resource of deployment.resources('AWS::KMS::Alias')) {
      const { AliasName, TargetKeyId } = resource.read(aliasSchema);
      this.#aliases.set(AliasName, TargetKeyId.split('/').at(-1) ?? '');
    }
  }

  /** By id, ARN, alias or ARN of an alias. */
  find(idOrArn: string): KmsKey | undefined {
    const last = idOrArn.startsWith('arn:') ? (idOrArn.split(':').slice(5).join(':') ?? '') : idOrArn;
    const id = last.startsWith('alias/') ? (this.#aliases.get(last) ?? '') : last.replace(/^key\//, '');
    return this.#keys.get(id);
  }

  close(): void {
    this.#stored.close();
  }

  #keyPair(id: string, arn: string): StoredKey {
    const existing = this.#stored.get(id);
    if (existing !== undefined) return existing;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const made = {
      id,
      arn,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      createdAt: Date.now(),
    };
    this.#stored.set(id, made);
    return made;
  }
}

/** ECDSA_SHA_256 over a message, or over its digest when that was made already. */
export function signMessage(privateKey: KeyObject, message: Buffer, type: MessageType): Buffer {
  return type === 'DIGEST' ? signDigest(privateKey, message) : sign('sha256', message, privateKey);
}

export function verifySignature(
  privateKey: KeyObject,
  message: Buffer,
  type: MessageType,
  signature: Buffer,
): boolean {
  const publicKey = createPublicKey(privateKey);
  return type === 'DIGEST'
    ? verifyDigest(publicKey, message, signature)
    : verify('sha256', message, publicKey, signature);
}
