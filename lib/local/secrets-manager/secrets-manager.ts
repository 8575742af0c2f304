import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type Operations, operation } from '../control-plane/operation.ts';
import { ServiceError } from '../control-plane/service-error.ts';
import type { Secret, Secrets, SecretValue, SecretVersion } from './secrets.ts';

const secretId = z.object({ SecretId: z.string() });
const value = z.object({ SecretString: z.string().optional(), SecretBinary: z.string().optional() });
const token = z.object({ ClientRequestToken: z.string().optional() });

/** The operations of Secrets Manager. `arnPrefix` ends in ":secret:". */
export function secretsManager(secrets: Secrets, arnPrefix: string): Operations {
  const get = (id: string): Secret => {
    const secret = secrets.find(id);
    if (secret === undefined) {
      throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    }
    return secret;
  };
  return {
    GetSecretValue: operation(
      secretId.extend({ VersionId: z.string().optional(), VersionStage: z.string().optional() }),
      ({ SecretId, VersionId, VersionStage }) => {
        const secret = get(SecretId);
        const version = secret.versions.find(({ id, stages }) =>
          VersionId === undefined ? stages.includes(VersionStage ?? 'AWSCURRENT') : id === VersionId,
        );
        if (version === undefined) {
          throw new ServiceError(
            'ResourceNotFoundException',
            `Secrets Manager can't find the specified secret value for staging label: ${VersionStage ?? 'AWSCURRENT'}`,
          );
        }
        return {
          ARN: secret.arn,
          Name: secret.name,
          VersionId: version.id,
          VersionStages: version.stages,
          CreatedDate: version.createdDate,
          SecretString: version.secretString,
          SecretBinary: version.secretBinary,
        };
      },
    ),
    PutSecretValue: operation(
      secretId.extend({ ...value.shape, ...token.shape, VersionStages: z.array(z.string()).optional() }),
      (input) => {
        const secret = get(input.SecretId);
        const stages = input.VersionStages ?? ['AWSCURRENT'];
        const version = secrets.put(secret, secretValue(input) ?? {}, stages, input.ClientRequestToken);
        return { ARN: secret.arn, Name: secret.name, VersionId: version.id, VersionStages: version.stages };
      },
    ),
    CreateSecret: operation(
      z.object({ Name: z.string(), Description: z.string().optional(), ...value.shape, ...token.shape }),
      (input) => {
        if (secrets.find(input.Name) !== undefined) {
          throw new ServiceError(
            'ResourceExistsException',
            `The operation failed because the secret ${input.Name} already exists.`,
          );
        }
        const arn = `${arnPrefix}${input.Name}-${randomBytes(3).toString('hex')}`;
        const described = input.Description !== undefined && { description: input.Description };
        const created = secrets.create(
          { arn, name: input.Name, ...described },
          secretValue(input),
          input.ClientRequestToken,
        );
        return { ARN: arn, Name: created.name, VersionId: created.versions[0]?.id };
      },
    ),
    UpdateSecret: operation(secretId.extend({ ...value.shape, ...token.shape }), (input) => {
      const secret = get(input.SecretId);
      const changed = secretValue(input);
      const version = changed && secrets.put(secret, changed, ['AWSCURRENT'], input.ClientRequestToken);
      return { ARN: secret.arn, Name: secret.name, VersionId: version?.id };
    }),
    DescribeSecret: operation(secretId, ({ SecretId }) => {
      const secret = get(SecretId);
      return {
        ARN: secret.arn,
        Name: secret.name,
        Description: secret.description,
        VersionIdsToStages: Object.fromEntries(secret.versions.map(({ id, stages }) => [id, stages])),
        CreatedDate: secret.versions[0]?.createdDate,
      };
    }),
    ListSecrets: operation(z.object({}), () => ({
      SecretList: secrets.all().map(({ arn, name }) => ({ ARN: arn, Name: name })),
    })),
    DeleteSecret: operation(secretId, ({ SecretId }) => {
      const secret = get(SecretId);
      secrets.remove(secret.arn);
      return { ARN: secret.arn, Name: secret.name, DeletionDate: Date.now() / 1_000 };
    }),
  };
}

function secretValue(input: z.infer<typeof value>): SecretValue | undefined {
  const { SecretString, SecretBinary } = input;
  if (SecretString === undefined && SecretBinary === undefined) return undefined;
  const chosen: Partial<SecretVersion> = {
    ...(SecretString !== undefined && { secretString: SecretString }),
    ...(SecretBinary !== undefined && { secretBinary: SecretBinary }),
  };
  return chosen;
}
