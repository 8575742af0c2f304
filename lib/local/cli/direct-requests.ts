import * as http from 'node:http';

/**
 * Keeps a proxy of the environment (`NODE_USE_ENV_PROXY=1`) away from requests to this machine, which it cannot serve.
 */
export function reachThisMachineDirectly(environment: Readonly<Record<string, string | undefined>>): void {
  if (environment['NODE_USE_ENV_PROXY'] !== '1') return;
  const others = environment['no_proxy'] || environment['NO_PROXY'];
  const direct = [...(others ? [others] : []), '127.0.0.1', 'localhost', '[::1]'].join(',');
  http.setGlobalProxyFromEnv?.({ ...environment, no_proxy: direct });
}
