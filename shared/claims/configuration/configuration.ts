import * as z from 'zod';
import { contractPolicy, type StatusPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile } from '#x12/837p/profile/payer-profile-json.ts';
import type { Clearinghouse, Intake, Payer, PayerConfig, PayerTransaction, Provider } from './contract.ts';

/** Key of the payer configuration file in the X12 bucket. */
export const configurationKey = 'config/payers.yaml';

export interface Configuration {
  readonly providers: readonly Provider[];
  readonly payers: readonly Payer[];
  /** At most one for each payer and kind of transaction. */
  readonly payer_configs: readonly PayerConfig[];
  readonly clearinghouse: Clearinghouse;
  readonly intake: Intake;
}

/** A reload of the file that changed something. */
export const configurationVersion = z.object({
  /** Number of reloads that changed something. */
  version: z.int().positive(),
  /** Names the rows of this version. */
  loading_id: z.string(),
  sha256: z.string(),
  loaded_at: z.string(),
  loaded_by: z.string(),
});
export type ConfigurationVersion = Readonly<z.output<typeof configurationVersion>>;

export interface LoadedConfiguration {
  readonly configuration: Configuration;
  readonly version: ConfigurationVersion;
}

type ConfigOf<T extends PayerTransaction> = Extract<PayerConfig, { transaction: T }>;

export function findPayerConfig<T extends PayerTransaction>(
  { payer_configs }: Configuration,
  payerId: string,
  transaction: T,
): ConfigOf<T> | undefined {
  return payer_configs.find(
    (config): config is ConfigOf<T> => config.payer_id === payerId && config.transaction === transaction,
  );
}

export function payerProfiles(configuration: Configuration): ReadonlyMap<string, PayerProfile> {
  const known = parsedProfiles.get(configuration);
  if (known !== undefined) return known;
  const parsed = new Map(
    configuration.payer_configs.flatMap((config) =>
      config.transaction === '837P' && config.profile !== undefined
        ? [[config.payer_id, parsePayerProfile(config.profile)] as const]
        : [],
    ),
  );
  parsedProfiles.set(configuration, parsed);
  return parsed;
}

/** Cached, because one immutable configuration checks thousands of claims. */
const parsedProfiles = new WeakMap<Configuration, ReadonlyMap<string, PayerProfile>>();

export const payersWithConfigs = ({ payers, payer_configs }: Configuration) =>
  payers
    .map((payer) => ({ ...payer, configs: payer_configs.filter(({ payer_id }) => payer_id === payer.id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

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

/** Returns whether the 837P of a payer goes to a receiver with this id. */
export function receiverCheck({ payer_configs }: Configuration): (id: string) => boolean {
  const receivers = new Set(
    payer_configs.flatMap((config) => (config.transaction === '837P' ? config.receiver.id : [])),
  );
  return (id) => receivers.has(id);
}
