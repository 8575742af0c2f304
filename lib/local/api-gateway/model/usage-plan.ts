import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';
import type { MethodThrottle } from './stage.ts';

export type QuotaPeriod = 'DAY' | 'WEEK' | 'MONTH';

export interface UsagePlan {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly throttle: MethodThrottle | undefined;
  readonly quota:
    | { readonly limit: number; readonly offset: number; readonly period: QuotaPeriod }
    | undefined;
  readonly stages: readonly {
    readonly apiId: string;
    readonly stage: string;
    /** By "/path/METHOD". */
    readonly throttles: ReadonlyMap<string, MethodThrottle>;
  }[];
}

/** A key that a template makes itself, and the plans that it puts keys into. */
export interface TemplateKey {
  readonly id: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly enabled: boolean;
  readonly description: string | undefined;
}

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
      Offset: z.coerce.number().default(0),
      Period: z.enum(['DAY', 'WEEK', 'MONTH']),
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

export function readUsagePlans(deployment: Deployment): readonly UsagePlan[] {
  return deployment.resources('AWS::ApiGateway::UsagePlan').map((resource) => {
    const { UsagePlanName, Description, Throttle, Quota, ApiStages } = resource.read(planSchema);
    return {
      id: resource.ref,
      name: UsagePlanName ?? resource.constructId,
      description: Description,
      throttle: Throttle,
      quota: Quota && { limit: Quota.Limit, offset: Quota.Offset, period: Quota.Period },
      stages: ApiStages.map(({ ApiId, Stage, Throttle: throttles }) => ({
        apiId: ApiId,
        stage: Stage,
        throttles: new Map(Object.entries(throttles)),
      })),
    };
  });
}

const keySchema = z.object({
  Name: z.string().optional(),
  Description: z.string().optional(),
  Value: z.string().optional(),
  Enabled: z.boolean().default(false),
});

export function readTemplateKeys(deployment: Deployment): readonly TemplateKey[] {
  return deployment.resources('AWS::ApiGateway::ApiKey').map((resource) => {
    const { Name, Description, Value, Enabled } = resource.read(keySchema);
    return {
      id: resource.ref,
      name: Name ?? resource.constructId,
      value: Value,
      enabled: Enabled,
      description: Description,
    };
  });
}

const planKeySchema = z.object({ KeyId: z.string(), UsagePlanId: z.string() });

/** Which keys of the templates are in which plans. */
export function readPlanKeys(
  deployment: Deployment,
): readonly { readonly keyId: string; readonly planId: string }[] {
  return deployment.resources('AWS::ApiGateway::UsagePlanKey').map((resource) => {
    const { KeyId, UsagePlanId } = resource.read(planKeySchema);
    return { keyId: KeyId, planId: UsagePlanId };
  });
}
