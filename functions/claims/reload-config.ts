import { reloadConfiguration } from '#claims/configuration/reload.ts';
import { reloadConfig, shownChanges } from '#contract/claims/configuration.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { configurationError } from '#http/configuration-error.ts';
import { reloadPorts } from '#store/claims/configuration/configuration-ports.ts';
import { claimsStores } from '#store/claims/stores.ts';

export const handler = endpoint(reloadConfig, async ({ principal, now }) => {
  try {
    const reloaded = await reloadConfiguration(reloadPorts(claimsStores), { actor: principal.subject, now });
    const { loading_id, ...version } = reloaded.version;
    const { changes } = reloaded;
    return ok({ ...version, changes: changes.slice(0, shownChanges), change_count: changes.length });
  } catch (error) {
    throw configurationError(error);
  }
});
