import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';
import { StartError } from '../../start-error.ts';
import { functionArnIn } from './integration.ts';

export interface Authorizer {
  readonly id: string;
  readonly functionArn: string;
  /** As in the template, for instance method.request.header.Authorization. */
  readonly identitySources: readonly string[];
  readonly cacheSeconds: number;
}

const authorizerSchema = z.object({
  Type: z.literal('REQUEST', 'the local runtime supports only REQUEST authorizers'),
  AuthorizerUri: z.string().optional(),
  AuthorizerResultTtlInSeconds: z.coerce.number().default(300),
  IdentitySource: z.string().default(''),
});

/** Reads the Lambda authorizers of the templates by id. Throws StartError. */
export function readAuthorizers(deployment: Deployment): ReadonlyMap<string, Authorizer> {
  return new Map(
    deployment.resources('AWS::ApiGateway::Authorizer').map((resource) => {
      const properties = resource.read(authorizerSchema);
      const functionArn = functionArnIn(properties.AuthorizerUri ?? '');
      if (functionArn === undefined) {
        throw new StartError(
          `Stack ${resource.stack}, resource ${resource.logicalId}, property AuthorizerUri: it names no function.`,
        );
      }
      const sources = properties.IdentitySource.split(',').map((source) => source.trim());
      return [
        resource.ref,
        {
          id: resource.ref,
          functionArn,
          identitySources: sources.filter((source) => source !== ''),
          cacheSeconds: properties.AuthorizerResultTtlInSeconds,
        },
      ];
    }),
  );
}
