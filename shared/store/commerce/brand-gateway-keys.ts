import { gatewayKeysEnvironment } from '#contract/environment.ts';
import { openGatewayKeys } from '../adapters/gateway-keys.ts';

const environment = gatewayKeysEnvironment.parse(process.env);

/** Gateway keys of the deployed API, opened once for each function instance. */
export const brandGatewayKeys = openGatewayKeys({
  starter: environment.USAGE_PLAN_STARTER,
  farm: environment.USAGE_PLAN_FARM,
  enterprise: environment.USAGE_PLAN_ENTERPRISE,
});
