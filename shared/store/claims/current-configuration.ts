import type { Configuration } from '#claims/configuration/configuration.ts';
import type { Table } from '../table.ts';
import { findConfiguration, type LoadedConfiguration, readConfigurationVersion } from './configuration.ts';

/** Running functions see a reload within a minute (issue: "Configuration"); half of that leaves room for the read. */
const maximumAge = 30_000;

interface Known extends LoadedConfiguration {
  readonly checkedAt: number;
}

const known = new Map<string, Known>();

/** There is no configuration: the migrations did not run. */
export class NotConfigured extends Error {
  constructor() {
    super('There is no configuration yet: the migrations of the claims service have not run');
    this.name = 'NotConfigured';
  }
}

/**
 * The configuration that holds, at most half a minute old. Only its version is read while nothing changes.
 *
 * @throws NotConfigured
 */
export async function currentConfiguration(table: Table, now = Date.now()): Promise<Configuration> {
  const last = known.get(table.name);
  if (last && now - last.checkedAt < maximumAge) return last.configuration;
  const loaded = last === undefined ? await findConfiguration(table) : await newerThan(table, last);
  if (loaded === undefined) throw new NotConfigured();
  const { configuration, version } = loaded;
  known.set(table.name, { configuration, version, checkedAt: now });
  return configuration;
}

async function newerThan(table: Table, last: Known): Promise<LoadedConfiguration | undefined> {
  const version = await readConfigurationVersion(table);
  return version?.version === last.version.version ? last : findConfiguration(table);
}
