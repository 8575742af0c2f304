import { createHash } from 'node:crypto';
import {
  type Configuration,
  type ConfigurationVersion,
  configurationKey,
  type LoadedConfiguration,
} from './configuration.ts';
import { type ConfigurationChange, configurationChanges } from './configuration-changes.ts';
import { ConfigurationInvalid, parseConfiguration } from './configuration-file.ts';

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
