import type { Configuration } from '#claims/configuration/configuration.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findConfiguration, type LoadedConfiguration, readConfigurationVersion } from './configuration.ts';

/** What each table has held last: a configuration is read whole only when its version changes. */
const known = new Map<string, LoadedConfiguration>();

/** There is no configuration: the migrations did not run. */
export class ConfigurationMissing extends Error {
  constructor() {
    super('There is no configuration yet: the migrations of the claims service have not run');
    this.name = 'NotConfigured';
  }
}

/**
 * The configuration that holds now. Its version is read each time, strongly consistent, so that every function
 * instance works with a reload as soon as it is answered.
 *
 * @throws NotConfigured
 */
export async function currentConfiguration(table: Table): Promise<Configuration> {
  const last = known.get(table.name);
  const loaded = last === undefined ? await findConfiguration(table) : await newerThan(table, last);
  if (loaded === undefined) throw new ConfigurationMissing();
  known.set(table.name, loaded);
  return loaded.configuration;
}

async function newerThan(table: Table, last: LoadedConfiguration): Promise<LoadedConfiguration | undefined> {
  const version = await readConfigurationVersion(table);
  return version?.loading_id === last.version.loading_id ? last : findConfiguration(table);
}
