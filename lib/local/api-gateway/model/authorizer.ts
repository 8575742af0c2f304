import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';
import { StartError } from '../../start-error.ts';
import { functionArnIn } from './integration.ts';

export interface Authorizer {
  readonly id: string;
  readonly type: 'REQUEST' | 'TOKEN';
  readonly functionArn: string;
  /** As the template names them, for instance method.request.header.Authorization. */
  readonly identitySources: readonly string[];
  readonly validation: RegExp | undefined;
  readonly cacheSeconds: number;
}

const authorizerSchema = z.object({
  Type: z.string(),
  AuthorizerUri: z.string().optional(),
  AuthorizerResultTtlInSeconds: z.coerce.number().default(300),
  IdentitySource: z.string().optional(),
  IdentityValidationExpression: z.string().optional(),
});

/** The Lambda authorizers of the templates by id. */
export function readAuthorizers(deployment: Deployment): ReadonlyMap<string, Authorizer> {
  return new Map(
    deployment.resources('AWS::ApiGateway::Authorizer').map((resource) => {
      const properties = resource.read(authorizerSchema);
      const functionArn = functionArnIn(properties.AuthorizerUri ?? '');
      const { Type: type, IdentityValidationExpression: expression } = properties;
      if ((type !== 'REQUEST' && type !== 'TOKEN') || functionArn === undefined) {
        throw new StartError(
          `Stack ${resource.stack}, resource ${resource.logicalId}, property Type: the local runtime runs REQUEST and TOKEN authorizers that are functions, not ${type}.`,
        );
      }
      const sources = properties.IdentitySource?.split(',').map((source) => source.trim()) ?? [];
      return [
        resource.ref,
        {
          id: resource.ref,
          type,
          functionArn,
          identitySources: sources.filter((source) => source !== ''),
          validation: expression === undefined ? undefined : new RegExp(`^(?:${expression})$`),
          cacheSeconds: properties.AuthorizerResultTtlInSeconds,
        },
      ];
    }),
  );
}
