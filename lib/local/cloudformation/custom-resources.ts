import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Functions } from '../lambda/functions.ts';
import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { DurableMap } from '../state/durable-map.ts';
import type { DeployedResource, Deployment } from './deployment.ts';

/** Served by s3/buckets.ts. */
const bucketNotifications = 'Custom::S3BucketNotifications';

const propertiesSchema = z.record(z.string(), z.json());
const storedSchema = z.object({
  physicalId: z.string(),
  data: z.record(z.string(), z.json()),
  properties: propertiesSchema,
});
type Stored = z.infer<typeof storedSchema>;
const responseSchema = z
  .object({ PhysicalResourceId: z.string().optional(), Data: z.record(z.string(), z.json()).optional() })
  .nullish();

/**
 * Runs the functions behind the custom resources of the templates, as CloudFormation does on a deployment: Create at
 * the first start on a data folder, Update at every later start.
 * Throws StartError when one of them fails.
 */
export async function runCustomResources(
  deployment: Deployment,
  functions: Functions,
  folder: DataFolder,
): Promise<void> {
  const stored = DurableMap.open(folder.file('state', 'custom-resources.ndjson'), storedSchema);
  const isCustom = (type: string) => type.startsWith('Custom::') && type !== bucketNotifications;
  try {
    for (const resource of deployment.resourcesWhere(isCustom)) {
      const key = `${resource.stack}/${resource.logicalId}`;
      const result = await run(resource, stored.get(key), functions);
      stored.set(key, result);
      deployment.customResults.set(key, result);
    }
  } finally {
    stored.close();
  }
}

async function run(
  resource: DeployedResource,
  before: Stored | undefined,
  functions: Functions,
): Promise<Stored> {
  const properties = propertiesSchema.parse(resource.readAll());
  const token = String(properties['ServiceToken'] ?? '');
  const provider = functions.find(token);
  if (provider === undefined) {
    throw resource.refusal('ServiceToken', `no Node.js function ${token} in the templates`);
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
  // On AWS, the CDK's provider framework passes CloudFormation's request on to the app's function.
  const isFramework = provider.config.handler === 'framework.onEvent';
  const target = isFramework ? provider.config.environment()['USER_ON_EVENT_FUNCTION_ARN'] : undefined;
  const outcome = await functions.get(target ?? provider.config.name).invoke(JSON.stringify(event));
  if (!outcome.ok) {
    throw new StartError(`${resource.type} ${resource.logicalId} failed: ${outcome.error.errorMessage}`);
  }
  const response = responseSchema.parse(JSON.parse(outcome.payload));
  const physicalId = response?.PhysicalResourceId ?? before?.physicalId ?? event.RequestId;
  return { physicalId, data: response?.Data ?? {}, properties };
}
