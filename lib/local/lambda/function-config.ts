import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { type Role, readRole } from './roles/role.ts';

const functionType = 'AWS::Lambda::Function';

const codeSchema = z.object({
  Code: z.object({ S3Key: z.string().optional(), ZipFile: z.string().optional() }),
  Handler: z.string().default('index.handler'),
  Runtime: z.string().optional(),
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
  DeadLetterConfig: z.object({ TargetArn: z.string().optional() }).default({}),
});
const environmentSchema = z.object({
  Environment: z
    .object({ Variables: z.record(z.string(), z.coerce.string()).default({}) })
    .default({ Variables: {} }),
});

/** What a template says of one function. */
export interface FunctionConfig {
  readonly name: string;
  readonly arn: string;
  readonly constructId: string;
  readonly handler: string;
  readonly codeDirectory: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly reservedConcurrency: number | undefined;
  readonly deadLetterArn: string | undefined;
  /** Resolved on first use: a variable may come from a custom resource that runs after the functions are known. */
  readonly environment: () => Readonly<Record<string, string>>;
  /** What its role allows; undefined when the templates do not say all of it. Resolved on first use as well. */
  readonly role: () => Role | undefined;
}

/** Reads all functions of the templates that run on Node.js; others are left out. */
export function readFunctions(deployment: Deployment, folder: DataFolder): readonly FunctionConfig[] {
  return deployment.resources(functionType).flatMap((resource) => {
    const properties = resource.read(codeSchema);
    if (properties.Runtime !== undefined && !properties.Runtime.startsWith('nodejs')) return [];
    return [
      {
        name: resource.ref,
        arn: resource.attribute('Arn'),
        constructId: resource.constructId,
        handler: properties.Handler,
        codeDirectory: codeOf(resource, properties.Code, folder),
        timeoutSeconds: properties.Timeout,
        memoryMegabytes: properties.MemorySize,
        reservedConcurrency: properties.ReservedConcurrentExecutions,
        deadLetterArn: properties.DeadLetterConfig.TargetArn,
        environment: () => resource.read(environmentSchema).Environment.Variables,
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

function codeOf(
  resource: DeployedResource,
  code: z.infer<typeof codeSchema>['Code'],
  folder: DataFolder,
): string {
  if (code.ZipFile !== undefined) {
    const directory = folder.file('inline', resource.ref);
    mkdirSync(directory, { recursive: true });
    writeFileSync(`${directory}/index.js`, code.ZipFile);
    return directory;
  }
  const path = code.S3Key === undefined ? undefined : resource.asset(code.S3Key);
  if (path === undefined || !existsSync(path)) {
    throw new StartError(
      `Stack ${resource.stack}, resource ${resource.logicalId}, property Code: the assembly holds no asset ${code.S3Key}.`,
    );
  }
  return path;
}
