import { payersWithConfigs } from '#claims/configuration/configuration.ts';
import { configurationError } from '#claims/configuration/configuration-file.ts';
import { reloadPorts } from '#claims/configuration/configuration-store.ts';
import type * as declared from '#claims/configuration/contract.ts';
import { maxChangesShown } from '#claims/configuration/contract.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { reloadConfiguration } from '#claims/configuration/reload.ts';
import { recheckPorts } from '#claims/edits/edit-store.ts';
import { recheckClaims } from '#claims/edits/recheck-claims.ts';
import { isWithin } from '#claims/provider-limit.ts';
import { found } from '#contract/errors.ts';
import { ok } from '#http/endpoint/claims-endpoint.ts';
import type { Call } from '#http/endpoint/claims-operation.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { claimsStores } from '#store/claims/stores.ts';

export async function listPayers() {
  return ok(payersWithConfigs(await currentConfiguration(claimsTable)));
}

export async function getPayer({ parameters }: Call<typeof declared.getPayer>) {
  const payers = payersWithConfigs(await currentConfiguration(claimsTable));
  return ok(found(payers.find(({ id }) => id === parameters.id)));
}

export async function listProviders({ principal }: Call<typeof declared.listProviders>) {
  const { providers } = await currentConfiguration(claimsTable);
  return ok(providers.filter(({ npi }) => isWithin([npi], principal.billingNpis)));
}

export async function reloadConfig({ principal, now, query }: Call<typeof declared.reloadConfig>) {
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
}

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 18_000;

export async function checkClaimsAgain({ query, principal, now }: Call<typeof declared.checkClaimsAgain>) {
  const until = Date.now() + budget;
  const ports = await recheckPorts(claimsTables, () => Date.now() > until);
  const facts = { actor: principal.subject, now };
  const { nextCursor, ...counts } = await recheckClaims(ports, facts, query.cursor);
  return ok({ ...counts, next_cursor: nextCursor });
}
