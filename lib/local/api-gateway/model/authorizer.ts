import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';
import { functionArnIn } from './integration.ts';

const authorizerSchema = z.object({
  Type: z.literal('REQUEST', 'the local runtime supports only REQUEST authorizers'),
  AuthorizerUri: z.string().default(''),
  IdentitySource: z.literal('', 'the local runtime does not support identity sources').optional(),
  AuthorizerResultTtlInSeconds: z.literal(0, 'the local runtime does not cache the results of authorizers'),
});

/** Reads the Lambda authorizers of the templates: ARNs of functions by authorizer id. Throws StartError. */
export function readAuthorizers(deployment: Deployment): ReadonlyMap<string, string> {
  return new Map(
    deployment.resources('AWS::ApiGateway::Authorizer').map((resource) => {
      const functionArn = functionArnIn(resource.read(authorizerSchema).AuthorizerUri);
      if (functionArn !== undefined) return [resource.ref, functionArn];
      throw resource.refusal('AuthorizerUri', 'it names no function');
    }),
  );
}
