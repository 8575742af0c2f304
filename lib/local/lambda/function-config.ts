import { existsSync } from 'node:fs';
import * as z from 'zod';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { readRole } from './roles/role.ts';

const functionSchema = z.object({
  Code: z.object({ S3Key: z.string().optional() }),
  Handler: z.string().default('index.handler'),
  Runtime: z.string().optional(),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
});
const environmentSchema = z.object({
  Environment: z
    .object({ Variables: z.record(z.string(), z.coerce.string()).default({}) })
    .default({ Variables: {} }),
});

export type FunctionConfig = ReturnType<typeof readFunctions>[number];

/** Reads the functions of the templates that run on Node.js; leaves out all others. */
export function readFunctions(deployment: Deployment) {
  return deployment.resources('AWS::Lambda::Function').flatMap((resource) => {
    const properties = resource.read(functionSchema);
    if (properties.Runtime !== undefined && !properties.Runtime.startsWith('nodejs')) return [];
    return [
      {
        name: resource.ref,
        arn: resource.attribute('Arn'),
        constructId: resource.constructId,
        handler: properties.Handler,
        codeDirectory: codeDirectory(resource, properties.Code.S3Key),
        timeoutSeconds: properties.Timeout,
        memoryMegabytes: properties.MemorySize,
        reservedConcurrency: properties.ReservedConcurrentExecutions,
        /** Resolved on use, because a variable may come from a custom resource that runs later than this. */
        environment: () => resource.read(environmentSchema).Environment.Variables,
        /** Undefined when the templates hold only a part of the role. */
        role: once(() => readRole(deployment, resource)),
      },
    ];
  });
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}

function codeDirectory(resource: DeployedResource, objectKey: string | undefined): string {
  const path = objectKey === undefined ? undefined : resource.asset(objectKey);
  if (path !== undefined && existsSync(path)) return path;
  throw resource.refusal('Code', `the assembly has no asset ${objectKey}`);
}
