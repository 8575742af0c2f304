import type {
  Clearinghouse,
  Intake,
  Payer,
  PayerConfig,
  PayerTransaction,
  Provider,
} from '#contract/claims/configuration/records.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile } from '#x12/837p/profile/payer-profile-json.ts';

/** Where the payer configuration file stands in the bucket of X12 files. */
export const configurationKey = 'config/payers.yaml';

/** Everything that the payer configuration file says. */
export interface Configuration {
  readonly providers: readonly Provider[];
  readonly payers: readonly Payer[];
  /** At most one for each payer and kind of transaction. */
  readonly payer_configs: readonly PayerConfig[];
  readonly clearinghouse: Clearinghouse;
  readonly intake: Intake;
}

/** Which loading of the file this is. */
export interface ConfigurationVersion {
  /** Counts loadings that changed something. */
  readonly version: number;
  /** Names its rows. */
  readonly loading_id: string;
  /** Of the file, lower-case hex. */
  readonly sha256: string;
  readonly loaded_at: string;
  readonly loaded_by: string;
}

type ConfigOf<T extends PayerTransaction> = Extract<PayerConfig, { transaction: T }>;

/** The block of a payer for one kind of transaction. */
export function findPayerConfig<T extends PayerTransaction>(
  { payer_configs }: Configuration,
  payerId: string,
  transaction: T,
): ConfigOf<T> | undefined {
  return payer_configs.find(
    (config): config is ConfigOf<T> => config.payer_id === payerId && config.transaction === transaction,
  );
}

/** The profiles of the payers that have one, by payer id. */
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

/** A configuration never changes, and thousands of claims are checked with one. */
const parsedProfiles = new WeakMap<Configuration, ReadonlyMap<string, PayerProfile>>();
