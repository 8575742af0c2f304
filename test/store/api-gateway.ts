import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiGatewayRoutes } from '#lib/local/control-plane/api-gateway.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { DataFolder } from '#lib/local/data-folder.ts';
import { ApiKeys } from '#lib/local/gateway/api-keys.ts';
import { TokenBuckets } from '#lib/local/gateway/token-bucket.ts';
import { UsagePlans } from '#lib/local/gateway/usage-plans.ts';
import type { UsagePlans as PlanIds } from '#store/gateway-keys.ts';

/** The control plane of API Gateway as the local runtime serves it, with one usage plan for each of ours. */
export interface ApiGateway {
  readonly planIds: PlanIds;
  /** Names of the plans that a key is in. */
  plansOf(keyId: string): readonly string[];
  readonly keys: ApiKeys;
  stop(): void;
}

const planIds: PlanIds = { starter: 'plan-starter', farm: 'plan-farm', enterprise: 'plan-enterprise' };

/** Starts it, and directs the SDK's client to it. */
export async function startApiGateway(): Promise<ApiGateway> {
  const directory = mkdtempSync(join(tmpdir(), 'granary-test-'));
  const folder = DataFolder.take(directory);
  const keys = new ApiKeys(folder);
  const plans = Object.values(planIds).map((id) => ({
    id,
    name: id,
    description: undefined,
    throttle: undefined,
    quota: undefined,
    stages: [{ apiId: 'commerce', stage: 'live', throttles: new Map() }],
  }));
  const plane = new ControlPlane();
  plane.serve({
    targets: {},
    routes: apiGatewayRoutes(keys, new UsagePlans(plans, keys, new TokenBuckets(), folder)),
  });
  plane.server.listen(0, '127.0.0.1');
  await once(plane.server, 'listening');
  const address = plane.server.address();
  if (address === null || typeof address === 'string') throw new Error('No address');
  process.env['AWS_ENDPOINT_URL_API_GATEWAY'] = `http://127.0.0.1:${address.port}`;
  process.env['AWS_REGION'] ??= 'us-east-1';
  process.env['AWS_ACCESS_KEY_ID'] ??= 'local';
  process.env['AWS_SECRET_ACCESS_KEY'] ??= 'local';
  return {
    planIds,
    keys,
    plansOf: (keyId) => [...keys.plansOf(keyId)].sort(),
    stop: () => {
      plane.server.closeAllConnections();
      plane.server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
