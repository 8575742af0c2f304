import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStore } from '#lib/local/api-gateway/keys/api-key-store.ts';
import { apiGatewayRoutes, PlanKeyLock } from '#lib/local/api-gateway/keys/key-operations.ts';
import { TokenBuckets, UsagePlanLimiter } from '#lib/local/api-gateway/keys/usage-plan-limiter.ts';
import type { RestRoute } from '#lib/local/control-plane/rest.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import type { UsagePlanIds as PlanIds } from '#store/adapters/gateway-keys.ts';

/** The control plane of API Gateway as the local runtime serves it, with one usage plan for each plan of Granary. */
export interface ApiGateway {
  readonly planIds: PlanIds;
  /** Names of the plans that a key is in. */
  plansOf(keyId: string): readonly string[];
  readonly keys: ApiKeyStore;
  /** While a test holds this lock, API Gateway refuses to put keys into plans. */
  readonly turn: CountedTurn;
  stop(): void;
}

/** The lock, with the number of attempts to take it. */
class CountedTurn extends PlanKeyLock {
  asked = 0;

  override acquire(): () => void {
    this.asked += 1;
    return super.acquire();
  }
}

const planIds: PlanIds = { starter: 'plan-starter', farm: 'plan-farm', enterprise: 'plan-enterprise' };

type Routes = readonly RestRoute[];

/**
 * Starts the control plane and directs the SDK's client to it.
 *
 * @param served changes the routes that are served
 * @param now the clock of API Gateway
 */
export async function startApiGateway(
  served: (routes: Routes) => Routes = (routes) => routes,
  now: () => number = Date.now,
): Promise<ApiGateway> {
  const directory = mkdtempSync(join(tmpdir(), 'granary-test-'));
  const folder = DataFolder.take(directory);
  const keys = new ApiKeyStore(folder);
  const turn = new CountedTurn();
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
    routes: served(
      apiGatewayRoutes(keys, new UsagePlanLimiter(plans, keys, new TokenBuckets(), folder, now), turn),
    ),
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
    turn,
    plansOf: (keyId) => [...keys.plansOf(keyId)].sort(),
    stop: () => {
      plane.server.closeAllConnections();
      plane.server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
