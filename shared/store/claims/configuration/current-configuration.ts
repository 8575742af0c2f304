import type { Configuration } from '#claims/configuration/configuration.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findConfiguration, type LoadedConfiguration, readConfigurationVersion } from './configuration.ts';

/** Last configuration of each table. A configuration is read again only after its version has changed. */
const known = new Map<string, LoadedConfiguration>();

/** No configuration is active, because the migrations have not run. */
export class ConfigurationMissing extends Error {
  constructor() {
    super('No configuration is active; run the migrations of the claims service');
    this.name = 'NotConfigured';
  }
}

/**
 * Returns the active configuration. Reads its version each time, strongly consistent, so that every function instance uses
 * a reload at once.
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
