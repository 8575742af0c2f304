import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

const storedSchema = z.object({
  id: z.string(),
  arn: z.string(),
  privateKey: z.string(),
  createdAt: z.number(),
});
const templateSchema = z.object({
  KeySpec: z.string().default('SYMMETRIC_DEFAULT'),
  KeyUsage: z.string().default('ENCRYPT_DECRYPT'),
});

export type KmsKey = NonNullable<ReturnType<KmsKeys['find']>>;

/** The KMS keys of the templates. Signing keys are generated once and kept in the data folder; others exist as ARNs. */
export class KmsKeys {
  readonly #keyPairs: DurableMap<z.infer<typeof storedSchema>>;
  readonly #keys;

  constructor(deployment: Deployment, folder: DataFolder) {
    this.#keyPairs = DurableMap.open(folder.file('state', 'kms-keys.ndjson'), storedSchema);
    this.#keys = new Map(
      deployment.resources('AWS::KMS::Key').map((resource) => {
        const { KeySpec: spec, KeyUsage: usage } = resource.read(templateSchema);
        const arn = resource.attribute('Arn');
        const signs = spec === 'ECC_NIST_P256' && usage === 'SIGN_VERIFY';
        return [
          resource.ref,
          { arn, spec, usage, privateKey: signs ? this.#privateKey(resource.ref, arn) : undefined },
        ];
      }),
    );
  }

  find(idOrArn: string) {
    return this.#keys.get(idOrArn.split('/').at(-1) ?? '');
  }

  close(): void {
    this.#keyPairs.close();
  }

  #privateKey(id: string, arn: string): KeyObject {
    const stored = this.#keyPairs.get(id);
    if (stored !== undefined) return createPrivateKey(stored.privateKey);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    this.#keyPairs.set(id, { id, arn, privateKey: pem, createdAt: Date.now() });
    return privateKey;
  }
}
