import * as z from 'zod';
import type { DeployedResource, Deployment } from '../../cloudformation/deployment.ts';
import type { Queue, Queues } from '../../sqs/queues.ts';
import type { Functions } from '../functions.ts';
import type { FunctionPool } from '../instances/pool.ts';
import { isAllowed } from '../roles/role-decision.mjs';

const mappingSchema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.union([z.boolean(), z.stringbool()]).default(true),
  BatchSize: z.coerce.number().int().min(1).max(10).default(10),
  ScalingConfig: z
    .strictObject({ MaximumConcurrency: z.coerce.number().int().min(2).max(1_000).optional() })
    .default({}),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
});

/** What Lambda does with the queue under the role of the function. */
const pollerActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

export type EventSource = ReturnType<typeof readEventSources>[number];

/**
 * Reads the enabled event source mappings of the templates.
 * Throws StartError for a mapping that Lambda would refuse or that does not run here.
 */
export function readEventSources(deployment: Deployment, functions: Functions, queues: Queues) {
  return deployment.resources('AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const mapping = resource.read(mappingSchema);
    const unsupported = unknownProperty(resource);
    if (unsupported !== undefined)
      throw resource.refusal(unsupported, 'the local runtime does not support it');
    const queue = queues.find(mapping.EventSourceArn);
    if (queue === undefined)
      throw resource.refusal(
        'EventSourceArn',
        'the local runtime takes events only from queues of the templates',
      );
    const pool = functions.find(mapping.FunctionName);
    if (pool === undefined) throw resource.refusal('FunctionName', 'the templates have no such function');
    const { timeoutSeconds, arn } = pool.config;
    if (queue.VisibilityTimeout < timeoutSeconds) {
      throw resource.refusal(
        'EventSourceArn',
        `the queue hides a message for ${queue.VisibilityTimeout} s, less than the function may run (${timeoutSeconds} s)`,
      );
    }
    const denied = deniedAction(pool, queue);
    if (denied !== undefined)
      throw resource.refusal('FunctionName', `the role of ${arn} does not allow ${denied} on ${queue.arn}`);
    if (!mapping.Enabled) return [];
    return [
      {
        queue,
        pool,
        batchSize: mapping.BatchSize,
        /** Maximum number of batches at a time; undefined where the template sets none. */
        maxConcurrency: mapping.ScalingConfig.MaximumConcurrency,
        reportsFailures: mapping.FunctionResponseTypes.length > 0,
      },
    ];
  });
}

const unknownProperty = (resource: DeployedResource): string | undefined =>
  Object.keys(resource.readAll()).find((name) => !(name in mappingSchema.shape));

/** Returns the first action that the role lacks. A role that the templates hold only in part is not enforced. */
function deniedAction({ config }: FunctionPool, queue: Queue): string | undefined {
  const role = config.role();
  if (role === undefined) return undefined;
  return pollerActions.find((action) => !isAllowed(role.statements, { action, resource: queue.arn }));
}
