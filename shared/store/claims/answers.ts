import { type Configuration, configOf } from '#claims/configuration/configuration.ts';
import { claimsArrived } from '#claims/remittance/awaited.ts';
import { contractPolicy, type StatusPolicy } from '#claims/status/policy.ts';
import { answerAppliers } from './appliers.ts';
import { awaitedPorts } from './awaited.ts';
import { currentConfiguration } from './current-configuration.ts';
import type { ClaimsStores, IntakeSettings } from './intake-ports.ts';
import { readPayerProfiles } from './payer-profiles.ts';

/** What the intake of files needs of the configuration that holds now, answers included. */
export async function intakeSettings(stores: ClaimsStores): Promise<IntakeSettings> {
  const configuration = await currentConfiguration(stores.claims);
  return {
    profiles: await readPayerProfiles(stores.claims),
    isAnswered: (payerId) => configOf(configuration, payerId, '277CA')?.send_for_received_claims ?? true,
    appliers: answerAppliers(stores.claims, { policyOf: statusPolicies(configuration) }),
    claimsAwaited: (claimIds) => claimsArrived(awaitedPorts(stores), claimIds),
  };
}

/** The 277CA block of each payer; the contract's reading where there is none. */
function statusPolicies(configuration: Configuration): (payerId: string) => StatusPolicy {
  const byPayer = new Map(
    configuration.payers.map(({ id }) => [id, configOf(configuration, id, '277CA') ?? contractPolicy]),
  );
  return (payerId) => byPayer.get(payerId) ?? contractPolicy;
}
