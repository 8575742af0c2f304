import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Functions } from '../lambda/functions.ts';
import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';
import type { DeployedResource, Deployment } from './deployment.ts';

/** What the CDK adds for deployments: served elsewhere here (notifications), or without meaning on a local disk. */
const knownTypes = new Set([
  'Custom::S3BucketNotifications',
  'Custom::S3AutoDeleteObjects',
  'Custom::LogRetention',
  'Custom::CrossRegionExportReader',
  'Custom::CrossRegionExportWriter',
  'Custom::VpcRestrictDefaultSG',
]);

const propertiesSchema = z.record(z.string(), z.json());
const storedSchema = z.object({
  physicalId: z.string(),
  data: z.record(z.string(), z.json()),
  properties: propertiesSchema,
});
const answerSchema = z
  .object({ PhysicalResourceId: z.string().optional(), Data: z.record(z.string(), z.json()).optional() })
  .nullish();
const completeSchema = z.object({
  IsComplete: z.boolean(),
  Data: z.record(z.string(), z.json()).optional(),
});

export function isCustomType(type: string): boolean {
  return (
    (type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource') && !knownTypes.has(type)
  );
}

/**
 * Runs the functions behind the custom resources of the templates, as CloudFormation would on a deployment: Create
 * the first time on a data folder, Update at every later start.
 * Throws StartError when one of them fails.
 */
export async function runCustomResources(
  deployment: Deployment,
  functions: Functions,
  folder: DataFolder,
): Promise<void> {
  const stored = DurableMap.open(folder.file('state', 'custom-resources.ndjson'), storedSchema);
  try {
    for (const resource of deployment.resourcesWhere(isCustomType)) {
      const key = `${resource.stack}/${resource.logicalId}`;
      const before = stored.get(key);
      const result = await run(resource, before, functions, deployment);
      if (result === undefined) continue;
      stored.set(key, result);
      deployment.customResults.set(key, { physicalId: result.physicalId, data: result.data });
    }
  } finally {
    stored.close();
  }
}

type Stored = z.infer<typeof storedSchema>;

/** Undefined for one whose function is not for Node.js, such as the CDK's own copying of a site into its bucket. */
async function run(
  resource: DeployedResource,
  before: Stored | undefined,
  functions: Functions,
  deployment: Deployment,
): Promise<Stored | undefined> {
  const properties = propertiesSchema.parse(resource.readAll());
  const token = String(properties['ServiceToken'] ?? '');
  const pool = functions.find(token);
  if (pool === undefined && isOtherLanguage(token, deployment)) return undefined;
  if (pool === undefined) {
    throw new StartError(
      `Stack ${resource.stack}, resource ${resource.logicalId}, property ServiceToken: the templates hold no function ${token}.`,
    );
  }
  const event = {
    RequestType: before === undefined ? 'Create' : 'Update',
    RequestId: randomUUID(),
    StackId: resource.stack,
    ResourceType: resource.type,
    LogicalResourceId: resource.logicalId,
    ResourceProperties: properties,
    ...(before && { PhysicalResourceId: before.physicalId, OldResourceProperties: before.properties }),
  };
  const call = async (functionName: string, payload: object): Promise<unknown> => {
    const outcome = await functions.get(functionName).invoke(JSON.stringify(payload));
    if (outcome.ok) return JSON.parse(outcome.payload);
    const { errorMessage } = outcome.error;
    throw new StartError(`${resource.type} ${resource.logicalId} failed: ${errorMessage}`);
  };
  // The CDK's provider framework stands between CloudFormation and the app's function, and polls the second one.
  const variables = pool.config.handler === 'framework.onEvent' ? pool.config.environment() : {};
  const onEvent = variables['USER_ON_EVENT_FUNCTION_ARN'] ?? pool.config.name;
  const isComplete = variables['USER_IS_COMPLETE_FUNCTION_ARN'];
  const answer = answerSchema.parse(await call(onEvent, event));
  const physicalId = answer?.PhysicalResourceId ?? before?.physicalId ?? event.RequestId;
  let data = answer?.Data ?? {};
  while (isComplete !== undefined) {
    const progress = completeSchema.parse(
      await call(isComplete, { ...event, PhysicalResourceId: physicalId, Data: data }),
    );
    data = { ...data, ...progress.Data };
    if (progress.IsComplete) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { physicalId, data, properties };
}

function isOtherLanguage(functionArn: string, deployment: Deployment): boolean {
  return deployment.resources('AWS::Lambda::Function').some((one) => one.attribute('Arn') === functionArn);
}
