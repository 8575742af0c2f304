import { contractPolicy, type StatusPolicy } from '../responses/claim-acknowledgment/status-policy.ts';
import { type Configuration, findPayerConfig, payerProfiles } from './configuration.ts';

/**
 * Returns a lookup of the 277CA settings by payer id or receiver id. Defaults are the reading of the service contract, and
 * the time zone of the payer's state profile.
 */
export function statusPolicies(configuration: Configuration): (payerId: string) => StatusPolicy {
  const profiles = payerProfiles(configuration);
  const byId = new Map<string, StatusPolicy>();
  for (const { id } of configuration.payers) {
    const { reading, time_zone } = findPayerConfig(configuration, id, '277CA') ?? {
      ...contractPolicy,
      time_zone: undefined,
    };
    const policy = { reading, timeZone: time_zone ?? profiles.get(id)?.timeZone };
    const address = findPayerConfig(configuration, id, '837P')?.receiver.id;
    if (address !== undefined && !byId.has(address)) byId.set(address, policy);
    byId.set(id, policy);
  }
  return (id) => byId.get(id) ?? contractPolicy;
}
