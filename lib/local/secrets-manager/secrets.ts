import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

const versionSchema = z.object({
  id: z.string(),
  stages: z.array(z.string()),
  secretString: z.string(),
  /** Seconds since 1970. */
  createdDate: z.number(),
});
const secretSchema = z.object({ arn: z.string(), name: z.string(), versions: z.array(versionSchema) });
export type Secret = z.infer<typeof secretSchema>;
type SecretVersion = z.infer<typeof versionSchema>;

const generateSchema = z.strictObject({
  PasswordLength: z.coerce.number().min(4).default(32),
  ExcludePunctuation: z.boolean().default(false),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});
const templateSchema = z.object({
  Name: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: generateSchema.optional(),
});

/** The secrets of the templates, kept over restarts. */
export class Secrets {
  readonly #secrets: DurableMap<Secret>;

  constructor(folder: DataFolder) {
    this.#secrets = DurableMap.open(folder.file('state', 'secrets.ndjson'), secretSchema);
  }

  /** Creates the secrets of the templates that do not exist yet; a value is generated once. */
  adopt(deployment: Deployment): void {
    for (const resource of deployment.resources('AWS::SecretsManager::Secret')) {
      if (this.#secrets.has(resource.ref)) continue;
      const { Name, SecretString, GenerateSecretString } = resource.read(templateSchema);
      const secretString = SecretString ?? (GenerateSecretString && generateSecret(GenerateSecretString));
      this.#secrets.set(resource.ref, {
        arn: resource.ref,
        name: Name ?? resource.ref.split(':secret:')[1]?.replace(/-[^-]{6}$/, '') ?? resource.logicalId,
        versions: secretString === undefined ? [] : [newVersion(secretString, ['AWSCURRENT'])],
      });
    }
  }

  /** Finds a secret by ARN, by ARN without its random end, or by name. */
  find(id: string): Secret | undefined {
    const isMeant = ({ name, arn }: Secret) => name === id || arn.replace(/-[^-]{6}$/, '') === id;
    return this.#secrets.get(id) ?? [...this.#secrets.values()].find(isMeant);
  }

  create(secret: Omit<Secret, 'versions'>, { secretString }: { readonly secretString: string }): void {
    this.#secrets.set(secret.arn, { ...secret, versions: [newVersion(secretString, ['AWSCURRENT'])] });
  }

  /** Adds a version and moves the stages to it; the current version becomes AWSPREVIOUS. */
  put(secret: Secret, secretString: string, stages: readonly string[], versionId?: string): SecretVersion {
    const version = newVersion(secretString, stages, versionId);
    const replacesCurrent = stages.includes('AWSCURRENT');
    const older = secret.versions
      .filter(({ id }) => id !== version.id)
      .map((one) => {
        const kept = one.stages.filter(
          (stage) => !stages.includes(stage) && !(replacesCurrent && stage === 'AWSPREVIOUS'),
        );
        const becomesPrevious = replacesCurrent && one.stages.includes('AWSCURRENT');
        return { ...one, stages: becomesPrevious ? [...kept, 'AWSPREVIOUS'] : kept };
      });
    const live = older.filter((one) => one.stages.length > 0);
    this.#secrets.set(secret.arn, { ...secret, versions: [...live, version] });
    return version;
  }

  close(): void {
    this.#secrets.close();
  }
}

const newVersion = (
  secretString: string,
  stages: readonly string[],
  id: string = randomUUID(),
): SecretVersion => ({ id, stages: [...stages], createdDate: Date.now() / 1_000, secretString });

/** Base64 text of the length; without `+` and `/` if they are excluded. */
function randomPassword({ PasswordLength, ExcludePunctuation }: z.infer<typeof generateSchema>): string {
  let password = '';
  while (password.length < PasswordLength) {
    const text = randomBytes(PasswordLength).toString('base64').replaceAll('=', '');
    password += ExcludePunctuation ? text.replaceAll(/[+/]/g, '') : text;
  }
  return password.slice(0, PasswordLength);
}

/** GenerateSecretString of CloudFormation: a password, alone or as a member of a JSON template. */
function generateSecret(rules: z.infer<typeof generateSchema>): string {
  const password = randomPassword(rules);
  const { SecretStringTemplate, GenerateStringKey } = rules;
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return password;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password });
}
