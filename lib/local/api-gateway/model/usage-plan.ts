import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';

export type UsagePlan = ReturnType<typeof readUsagePlans>[number];
export type TemplateKey = ReturnType<typeof readTemplateKeys>[number];

const throttleSchema = z
  .object({ RateLimit: z.coerce.number().optional(), BurstLimit: z.coerce.number().optional() })
  .transform(({ RateLimit, BurstLimit }) => ({ rate: RateLimit ?? 10_000, burst: BurstLimit ?? 5_000 }));

const planSchema = z.object({
  UsagePlanName: z.string().optional(),
  Description: z.string().optional(),
  Throttle: throttleSchema.optional(),
  Quota: z
    .object({
      Limit: z.coerce.number(),
      Offset: z.literal(0, 'the local runtime does not support offsets').optional(),
      Period: z.literal('MONTH', 'the local runtime supports quotas per month'),
    })
    .optional(),
  ApiStages: z
    .array(
      z.object({
        ApiId: z.string(),
        Stage: z.string(),
        Throttle: z.record(z.string(), throttleSchema).default({}),
      }),
    )
    .default([]),
});

export function readUsagePlans(deployment: Deployment) {
  return deployment.resources('AWS::ApiGateway::UsagePlan').map((resource) => {
    const { UsagePlanName, Description, Throttle, Quota, ApiStages } = resource.read(planSchema);
    return {
      id: resource.ref,
      name: UsagePlanName ?? resource.constructId,
      description: Description,
      throttle: Throttle,
      /** Maximum number of requests per month. */
      quota: Quota?.Limit,
      stages: ApiStages.map(({ ApiId, Stage, Throttle: throttles }) => ({
        apiId: ApiId,
        stage: Stage,
        /** By "/path/METHOD". */
        throttles: new Map(Object.entries(throttles)),
      })),
    };
  });
}

const keySchema = z.object({
  Name: z.string().optional(),
  Value: z.string().optional(),
  Enabled: z.boolean().default(false),
});

export function readTemplateKeys(deployment: Deployment) {
  return deployment.resources('AWS::ApiGateway::ApiKey').map((resource) => {
    const { Name, Value, Enabled } = resource.read(keySchema);
    return { id: resource.ref, name: Name ?? resource.constructId, value: Value, enabled: Enabled };
  });
}

const planKeySchema = z.object({ KeyId: z.string(), UsagePlanId: z.string() });

export function readPlanKeys(deployment: Deployment) {
  return deployment.resources('AWS::ApiGateway::UsagePlanKey').map((resource) => {
    const { KeyId, UsagePlanId } = resource.read(planKeySchema);
    return { keyId: KeyId, planId: UsagePlanId };
  });
}
