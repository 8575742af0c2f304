import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

const parameterSchema = z.object({ Type: z.string().default('String'), Value: z.string() });

/** The SSM parameters of the templates by name. */
export function readParameters(deployment: Deployment): ReadonlyMap<string, Parameter> {
  return new Map(
    deployment.resources('AWS::SSM::Parameter').map((resource) => {
      const { Type, Value } = resource.read(parameterSchema);
      return [resource.ref, { name: resource.ref, type: Type, value: Value }];
    }),
  );
}
