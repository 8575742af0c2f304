import { configOf, profilesOf } from '#claims/configuration/configuration.ts';
import { statusPolicies } from '#claims/configuration/status-policies.ts';
import { knownPayers } from '#claims/entry/known-payers.ts';
import { claimsArrived } from '#claims/responses/remittance/awaited.ts';
import { currentConfiguration } from '../configuration/current-configuration.ts';
import type { ClaimsStores, IntakeSettings } from '../files/intake-ports.ts';
import { answerAppliers } from './appliers.ts';
import { awaitedPorts } from './awaited.ts';

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
