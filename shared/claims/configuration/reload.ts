import { createHash } from 'node:crypto';
import {
  type Configuration,
  type ConfigurationVersion,
  configurationKey,
  type LoadedConfiguration,
} from './configuration.ts';
import { ConfigurationInvalid, parseConfiguration } from './configuration-file.ts';

export interface ConfigurationChange {
  readonly entity: 'provider' | 'payer' | 'payer_config' | 'clearhouse' | 'intake';
  /** NPI, payer id, payer id and transaction (`CO_TXIX/277CA`), or id of the clearinghouse. */
  readonly id: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** Names of the changed fields; only for `changed`. */
  readonly fields?: readonly string[];
}

/** Compares two configurations. Records have the order of the newer one; removed records come last. */
export function configurationChanges(
  before: Configuration | undefined,
  after: Configuration,
): ConfigurationChange[] {
  const old = new Map(before === undefined ? [] : recordsOf(before).map((one) => [nameOf(one), one]));
  const changes = recordsOf(after).flatMap((one): ConfigurationChange[] => {
    const previous = old.get(nameOf(one));
    old.delete(nameOf(one));
    const { entity, id } = one;
    if (previous === undefined) return [{ entity, id, change: 'added' }];
    const fields = differingFields(previous.record, one.record);
    return fields.length === 0 ? [] : [{ entity, id, change: 'changed', fields }];
  });
  return [
    ...changes,
    ...[...old.values()].map(({ entity, id }) => ({ entity, id, change: 'removed' as const })),
  ];
}

interface NamedRecord {
  readonly entity: ConfigurationChange['entity'];
  readonly id: string;
  readonly record: object;
}

const nameOf = ({ entity, id }: NamedRecord) => `${entity} ${id}`;

function recordsOf(configuration: Configuration): NamedRecord[] {
  const { providers, payers, payer_configs, clearinghouse, intake } = configuration;
  return [
    // The clearinghouse has one row, so a new id is a change and not an addition.
    { entity: 'clearhouse', id: 'clearhouse', record: clearinghouse },
    { entity: 'intake', id: 'intake', record: intake },
    ...providers.map((record) => ({ entity: 'provider' as const, id: record.npi, record })),
    ...payers.map((record) => ({ entity: 'payer' as const, id: record.id, record })),
    ...payer_configs.map((record) => ({
      entity: 'payer_config' as const,
      id: `${record.payer_id}/${record.transaction}`,
      record,
    })),
  ];
}

function differingFields(before: object, after: object): string[] {
  const [old, latest] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...latest.keys()])];
  return names.filter((name) => canonicalJson(old.get(name)) !== canonicalJson(latest.get(name)));
}

/** Serializes with sorted fields, because the table does not keep their order. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

export interface ReloadPorts {
  /** Returns the text of the file; undefined if it does not exist. */
  readFile(): Promise<string | undefined>;
  find(): Promise<LoadedConfiguration | undefined>;
  /** Activates a configuration with its audit entry, in one transaction. @throws Conflict after another reload */
  activate(loading: ConfigurationLoading): Promise<ConfigurationVersion>;
}

export interface ConfigurationLoading {
  readonly configuration: Configuration;
  /** The version to be replaced. Activation fails if another version is active. */
  readonly before: ConfigurationVersion | undefined;
  readonly changes: readonly ConfigurationChange[];
  readonly sha256: string;
  readonly actor: string;
  readonly now: Date;
}

/**
 * Activates the payer configuration file. An invalid file changes nothing. A dry run compares the file with the active
 * configuration and activates nothing.
 *
 * @returns no changes if the file equals the active configuration
 * @throws ConfigurationInvalid
 */
export async function reloadConfiguration(
  ports: ReloadPorts,
  {
    actor,
    now,
    isDryRun = false,
  }: { readonly actor: string; readonly now: Date; readonly isDryRun?: boolean },
) {
  const text = await ports.readFile();
  if (text === undefined) {
    const message = `${configurationKey} does not exist in the bucket; upload it`;
    throw new ConfigurationInvalid([{ path: [], line: 1, column: 1, message, code: 'missing' }]);
  }
  const configuration = await parseConfiguration(text);
  const active = await ports.find();
  const changes = configurationChanges(active?.configuration, configuration);
  if (active !== undefined && (isDryRun || changes.length === 0)) return { version: active.version, changes };
  const sha256 = createHash('sha256').update(text).digest('hex');
  const version = await ports.activate({
    configuration,
    before: active?.version,
    changes,
    sha256,
    actor,
    now,
  });
  return { version, changes };
}
