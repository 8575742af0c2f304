import * as z from 'zod';
import { type Operations, operation, ServiceError } from '../control-plane/operation.ts';
import type { Secret, Secrets } from './secrets.ts';

const secretId = z.object({ SecretId: z.string() });

export function secretsManager(secrets: Secrets): Operations {
  const get = (id: string): Secret => {
    const secret = secrets.find(id);
    if (secret !== undefined) return secret;
    throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  };
  return {
    GetSecretValue: operation(
      secretId.extend({ VersionId: z.string().optional(), VersionStage: z.string().default('AWSCURRENT') }),
      ({ SecretId, VersionId, VersionStage }) => {
        const secret = get(SecretId);
        const version = secret.versions.find(({ id, stages }) =>
          VersionId === undefined ? stages.includes(VersionStage) : id === VersionId,
        );
        if (version === undefined) {
          throw new ServiceError(
            'ResourceNotFoundException',
            `Secrets Manager can't find the specified secret value for staging label: ${VersionStage}`,
          );
        }
        return {
          ARN: secret.arn,
          Name: secret.name,
          VersionId: version.id,
          VersionStages: version.stages,
          CreatedDate: version.createdDate,
          SecretString: version.secretString,
        };
      },
    ),
    PutSecretValue: operation(
      secretId.extend({
        SecretString: z.string(),
        ClientRequestToken: z.string().optional(),
        VersionStages: z.array(z.string()).default(['AWSCURRENT']),
      }),
      ({ SecretId, SecretString, ClientRequestToken, VersionStages }) => {
        const secret = get(SecretId);
        const version = secrets.put(secret, SecretString, VersionStages, ClientRequestToken);
        return { ARN: secret.arn, Name: secret.name, VersionId: version.id, VersionStages: version.stages };
      },
    ),
  };
}
