import { randomInt, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';

const versionSchema = z.object({
  id: z.string(),
  stages: z.array(z.string()),
  secretString: z.string().optional(),
  /** Base64. */
  secretBinary: z.string().optional(),
  /** Seconds since 1970. */
  createdDate: z.number(),
});
const secretSchema = z.object({
  arn: z.string(),
  name: z.string(),
  description: z.string().optional(),
  versions: z.array(versionSchema),
});
export type Secret = z.infer<typeof secretSchema>;
export type SecretVersion = z.infer<typeof versionSchema>;
export type SecretValue = Pick<SecretVersion, 'secretString' | 'secretBinary'>;

const generateSchema = z.object({
  PasswordLength: z.coerce.number().default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeLowercase: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  RequireEachIncludedType: z.boolean().default(true),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});
const templateSchema = z.object({
  Name: z.string().optional(),
  Description: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: generateSchema.optional(),
});

/** The secrets of Secrets Manager, kept over restarts: those of the templates and those made at run time. */
export class Secrets {
  readonly #secrets: DurableMap<Secret>;

  constructor(folder: DataFolder) {
    this.#secrets = DurableMap.open(folder.file('state', 'secrets.ndjson'), secretSchema);
  }

  /** Makes the secrets of the templates that do not exist yet; a generated value is made once. */
  adopt(deployment: Deployment): void {
    for (const resource of deployment.resources('AWS::SecretsManager::Secret')) {
      if (this.#secrets.has(resource.ref)) continue;
      const { Name, Description, SecretString, GenerateSecretString } = resource.read(templateSchema);
      const generated = GenerateSecretString && generateSecret(GenerateSecretString);
      const secretString = SecretString ?? generated;
      const name = Name ?? resource.ref.split(':secret:')[1]?.replace(/-[^-]{6}$/, '') ?? resource.logicalId;
      this.#secrets.set(resource.ref, {
        arn: resource.ref,
        name,
        ...(Description !== undefined && { description: Description }),
        versions: secretString === undefined ? [] : [newVersion({ secretString }, ['AWSCURRENT'])],
      });
    }
  }

  /** By ARN, by ARN without its random end, or by name. */
  find(id: string): Secret | undefined {
    const exact = this.#secrets.get(id);
    if (exact !== undefined) return exact;
    for (const secret of this.#secrets.values()) {
      if (secret.name === id || secret.arn.replace(/-[^-]{6}$/, '') === id) return secret;
    }
    return undefined;
  }

  all(): readonly Secret[] {
    return [...this.#secrets.values()];
  }

  create(secret: Omit<Secret, 'versions'>, value: SecretValue | undefined, versionId?: string): Secret {
    const versions = value === undefined ? [] : [newVersion(value, ['AWSCURRENT'], versionId)];
    const created = { ...secret, versions };
    this.#secrets.set(created.arn, created);
    return created;
  }

  /** Adds a version and moves the stages to it; what was AWSCURRENT becomes AWSPREVIOUS. */
  put(secret: Secret, value: SecretValue, stages: readonly string[], versionId?: string): SecretVersion {
    const version = newVersion(value, stages, versionId);
    const wasCurrent = stages.includes('AWSCURRENT');
    const older = secret.versions
      .filter(({ id }) => id !== version.id)
      .map((one) => {
        const kept = one.stages.filter(
          (stage) => !stages.includes(stage) && !(wasCurrent && stage === 'AWSPREVIOUS'),
        );
        return {
          ...one,
          stages: wasCurrent && one.stages.includes('AWSCURRENT') ? [...kept, 'AWSPREVIOUS'] : kept,
        };
      });
    const live = older.filter((one) => one.stages.length > 0);
    this.#secrets.set(secret.arn, { ...secret, versions: [...live, version] });
    return version;
  }

  remove(arn: string): boolean {
    return this.#secrets.delete(arn);
  }

  close(): void {
    this.#secrets.close();
  }
}

function newVersion(value: SecretValue, stages: readonly string[], id: string = randomUUID()): SecretVersion {
  return { id, stages: [...stages], createdDate: Date.now() / 1_000, ...value };
}

/** GenerateSecretString of CloudFormation: a password, alone or put into a JSON template under a key. */
function generateSecret(rules: z.infer<typeof generateSchema>): string {
  const groups = [
    rules.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    rules.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    rules.ExcludeNumbers ? '' : '0123456789',
    rules.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    rules.IncludeSpace ? ' ' : '',
  ]
    .map((group) => [...group].filter((character) => !rules.ExcludeCharacters.includes(character)))
    .filter((group) => group.length > 0);
  const pick = (from: readonly string[]) => from[randomInt(from.length)] ?? '';
  const password: string[] = rules.RequireEachIncludedType ? groups.map(pick) : [];
  while (password.length < rules.PasswordLength) password.push(pick(groups.flat()));
  for (let index = password.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [password[index], password[other]] = [password[other] ?? '', password[index] ?? ''];
  }
  const text = password.join('');
  const { SecretStringTemplate, GenerateStringKey } = rules;
  if (SecretStringTemplate === undefined || GenerateStringKey === undefined) return text;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: text });
}
