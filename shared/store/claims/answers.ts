import { type Configuration, configOf } from '#claims/configuration/configuration.ts';
import type { OverduePolicies } from '#claims/overdue/mark-overdue.ts';
import { usualPolicy } from '#claims/overdue/missing-answer.ts';
import { claimsArrived } from '#claims/remittance/awaited.ts';
import type { AwaitedPorts } from '#claims/remittance/store.ts';
import { contractPolicy, type StatusPolicy } from '#claims/status/policy.ts';
import { answerAppliers } from './appliers.ts';
import { currentConfiguration } from './current-configuration.ts';
import { type ClaimsStores, type IntakeSettings, write } from './intake-ports.ts';
import { readPayerProfiles } from './payer-profiles.ts';
import { remittancePorts } from './remittances.ts';

/** What the intake of files needs of the configuration that holds now, answers included. */
export async function intakeSettings(stores: ClaimsStores): Promise<IntakeSettings> {
  const configuration = await currentConfiguration(stores.claims);
  return {
    profiles: await readPayerProfiles(stores.claims),
    appliers: answerAppliers(stores.claims, { policyOf: statusPolicies(configuration) }),
    claimsAwaited: (claimIds) => claimsArrived(awaitedPorts(stores), claimIds),
  };
}

/** What posts payments that waited for their claim. */
export const awaitedPorts = (stores: Pick<ClaimsStores, 'claims' | 'audit'>): AwaitedPorts => ({
  ...remittancePorts(stores.claims),
  write: (change) => write(stores, change),
  now: () => new Date(),
});

/** The 277CA block of each payer; the contract's reading where there is none. */
export function statusPolicies(configuration: Configuration): (payerId: string) => StatusPolicy {
  const byPayer = new Map(
    configuration.payers.map(({ id }) => [id, configOf(configuration, id, '277CA') ?? contractPolicy]),
  );
  return (payerId) => byPayer.get(payerId) ?? contractPolicy;
}

/** When answers of each payer are missing. */
export function overduePolicies(configuration: Configuration): OverduePolicies {
  const hoursOf = (id: string, kind: '999' | '277CA' | '835') =>
    configOf(configuration, id, kind)?.overdue_after_hours ?? usualPolicy[kind];
  const byPayer = configuration.payers.map(({ id }) => {
    const policy = { '999': hoursOf(id, '999'), '277CA': hoursOf(id, '277CA'), '835': hoursOf(id, '835') };
    return [id, policy] as const;
  });
  return { usual: usualPolicy, byPayer: new Map(byPayer) };
}
