import * as z from 'zod';
import type { DeployedResource, Deployment } from '../../cloudformation/deployment.ts';

/** A token bucket: refill per second and size. */
export interface MethodThrottle {
  readonly rate: number;
  readonly burst: number;
}

export type Stage = ReturnType<typeof readStage>;

const stageSchema = z.object({
  RestApiId: z.string(),
  StageName: z.string(),
  DeploymentId: z.string().default(''),
  Variables: z.undefined('the local runtime does not support stage variables').optional(),
  AccessLogSetting: z.object({ Format: z.string().optional() }).default({}),
  MethodSettings: z
    .array(
      z.object({
        HttpMethod: z.string().default('*'),
        ResourcePath: z.string().default('/*'),
        ThrottlingRateLimit: z.coerce.number().optional(),
        ThrottlingBurstLimit: z.coerce.number().optional(),
      }),
    )
    .default([]),
});

/** Reads the stage of each REST API by the API's id; the last one of several stages. */
export function readStages(deployment: Deployment): ReadonlyMap<string, Stage> {
  const stages = deployment.resources('AWS::ApiGateway::Stage').map(readStage);
  return new Map(stages.map((stage) => [stage.apiId, stage]));
}

function readStage(resource: DeployedResource) {
  const { RestApiId, StageName, DeploymentId, AccessLogSetting, MethodSettings } = resource.read(stageSchema);
  return {
    apiId: RestApiId,
    name: StageName,
    deploymentId: DeploymentId,
    /** The format of an access log line, with `$context` variables; undefined for no access log. */
    accessLogFormat: AccessLogSetting.Format,
    throttles: MethodSettings.flatMap((setting) => {
      const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = setting;
      if (rate === undefined && burst === undefined) return [];
      const throttle: MethodThrottle = { rate: rate ?? 10_000, burst: burst ?? 5_000 };
      return [{ path: decodePath(setting.ResourcePath), httpMethod: setting.HttpMethod, throttle }];
    }),
  };
}

export function methodThrottle(stage: Stage, path: string, httpMethod: string): MethodThrottle | undefined {
  const exact = stage.throttles.find((one) => one.path === path && one.httpMethod === httpMethod);
  const ofPath = stage.throttles.find((one) => one.path === path && one.httpMethod === '*');
  const ofAll = stage.throttles.find((one) => one.path === '/*' && one.httpMethod === '*');
  return (exact ?? ofPath ?? ofAll)?.throttle;
}

/** Method settings name a resource as "/~1api~1orders". */
function decodePath(path: string): string {
  if (path === '/*') return path;
  return path.replace(/^\/(?=~1)/, '').replaceAll('~1', '/') || '/';
}
