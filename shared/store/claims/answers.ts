import { configOf, profilesOf } from '#claims/configuration/configuration.ts';
import { statusPolicies } from '#claims/configuration/status-policies.ts';
import { knownPayers } from '#claims/known-payers.ts';
import { claimsArrived } from '#claims/remittance/awaited.ts';
import { answerAppliers } from './appliers.ts';
import { awaitedPorts } from './awaited.ts';
import { currentConfiguration } from './current-configuration.ts';
import type { ClaimsStores, IntakeSettings } from './intake-ports.ts';

/** What the intake of files needs of the configuration that holds now, answers included. */
export async function intakeSettings(stores: ClaimsStores): Promise<IntakeSettings> {
  const configuration = await currentConfiguration(stores.claims);
  return {
    profiles: profilesOf(configuration),
    payers: knownPayers(configuration),
    isAnswered: (payerId) => configOf(configuration, payerId, '277CA')?.send_for_received_claims ?? true,
    appliers: answerAppliers(stores.claims, { policyOf: statusPolicies(configuration) }),
    claimsAwaited: (claimIds) => claimsArrived(awaitedPorts(stores), claimIds),
  };
}
