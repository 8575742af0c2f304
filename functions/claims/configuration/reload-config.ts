import { configurationError } from '#claims/configuration/configuration-file.ts';
import { reloadConfiguration } from '#claims/configuration/reload.ts';
import { maxChangesShown, reloadConfig } from '#contract/claims/configuration/configuration.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { reloadPorts } from '#store/claims/configuration/reload-ports.ts';
import { claimsStores } from '#store/claims/stores.ts';

export const handler = claimsEndpoint(reloadConfig, async ({ principal, now, query }) => {
  try {
    const reloaded = await reloadConfiguration(reloadPorts(claimsStores), {
      actor: principal.subject,
      now,
      isDryRun: query.dry_run === 'true',
    });
    const { loading_id, ...version } = reloaded.version;
    const { changes } = reloaded;
    return ok({ ...version, changes: changes.slice(0, maxChangesShown), change_count: changes.length });
  } catch (error) {
    throw configurationError(error);
  }
});
