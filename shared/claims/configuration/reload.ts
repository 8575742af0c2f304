import { createHash } from 'node:crypto';
import { type Configuration, type ConfigurationVersion, configurationKey } from './configuration.ts';
import { type ConfigurationChange, configurationChanges } from './configuration-changes.ts';
import { parseConfiguration } from './configuration-file.ts';
import { ConfigurationInvalid } from './configuration-invalid.ts';

/** Where the file and what holds of it are kept. */
export interface ReloadPorts {
  /** Text of the file; undefined when there is none. */
  readFile(): Promise<string | undefined>;
  find(): Promise<
    { readonly configuration: Configuration; readonly version: ConfigurationVersion } | undefined
  >;
  /** See holdConfiguration in shared/store. */
  activate(loading: {
    readonly configuration: Configuration;
    readonly before: ConfigurationVersion | undefined;
    readonly changes: readonly ConfigurationChange[];
    readonly sha256: string;
    readonly actor: string;
    readonly now: Date;
  }): Promise<ConfigurationVersion>;
}

export interface ReloadResult {
  readonly version: ConfigurationVersion;
  /** Empty when the file says what holds already. */
  readonly changes: readonly ConfigurationChange[];
}

/**
 * Takes over what the payer configuration file says: all of it or, when anything in it is wrong, nothing.
 *
 * @throws ConfigurationInvalid
 */
export async function reloadConfiguration(
  ports: ReloadPorts,
  { actor, now }: { readonly actor: string; readonly now: Date },
): Promise<ReloadResult> {
  const text = await ports.readFile();
  if (text === undefined) {
    const message = `There is no ${configurationKey} in the bucket`;
    throw new ConfigurationInvalid([{ path: [], line: 1, column: 1, message, code: 'missing' }]);
  }
  const configuration = await parseConfiguration(text);
  const held = await ports.find();
  const changes = configurationChanges(held?.configuration, configuration);
  if (held !== undefined && changes.length === 0) return { version: held.version, changes };
  const sha256 = createHash('sha256').update(text).digest('hex');
  const version = await ports.activate({
    configuration,
    before: held?.version,
    changes,
    sha256,
    actor,
    now,
  });
  return { version, changes };
}
