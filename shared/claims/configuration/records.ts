import * as z from 'zod';
import type { ChainAppender } from '#audit/append/appender.ts';
import { chunksOf } from '#claims/chunks.ts';
import { schemaVersion } from '#contract/claims/service.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { maxBatchItems, writeBatch } from '#store/dynamodb/batch-writes.ts';
import {
  allItems,
  getItem,
  type Item,
  type ItemKey,
  insertion,
  type KeyPrefix,
  recordOf,
} from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import {
  type Configuration,
  type ConfigurationVersion,
  configurationVersion,
  type LoadedConfiguration,
} from './configuration.ts';
import {
  clearinghouseSchema,
  intakeSchema,
  payerConfigSchema,
  payerSchema,
  providerSchema,
} from './contract.ts';
import type { ConfigurationChange, ConfigurationLoading } from './reload.ts';

/** Each loading of a configuration has its own partition; the version record names the active one. */
const wholeConfiguration = (loading: string): KeyPrefix => ({ pk: `CONFIG#${loading}`, prefix: '' });

const configurationVersionKey: ItemKey = { pk: 'CONFIG', sk: 'VERSION' };

const configurationRow = (loading: string, sk: string): ItemKey => ({
  pk: wholeConfiguration(loading).pk,
  sk,
});

export const providerKey = (loading: string, npi: string): ItemKey =>
  configurationRow(loading, `PROVIDER#${npi}`);

const payerKey = (loading: string, id: string): ItemKey => configurationRow(loading, `PAYER#${id}`);

const payerConfigKey = (loading: string, payerId: string, transaction: string): ItemKey =>
  configurationRow(loading, `PAYERCONFIG#${payerId}#${transaction}`);

const clearhouseKey = (loading: string): ItemKey => configurationRow(loading, 'CLEARHOUSE');

const intakeKey = (loading: string): ItemKey => configurationRow(loading, 'INTAKE');

export const schemaVersionKey: ItemKey = { pk: 'SCHEMA', sk: 'VERSION' };

/** Returns the active version, strongly consistent; undefined before the first reload. */
export async function readConfigurationVersion(table: Table): Promise<ConfigurationVersion | undefined> {
  const item = await getItem(table, configurationVersionKey);
  return item && configurationVersion.parse(item);
}

/** Returns the active configuration, strongly consistent; undefined before the first reload. */
export async function findConfiguration(table: Table): Promise<LoadedConfiguration | undefined> {
  const version = await readConfigurationVersion(table);
  return version && { version, configuration: await readRows(table, version.loading_id) };
}

/**
 * Activates a configuration. Writes its rows to a new partition first; one transaction with the audit entry then activates
 * them, so that no reader sees a part of it. The earlier rows stay for an hour for functions that are reading them.
 *
 * @throws ConditionFailed if another version was activated in between
 */
export async function activateConfiguration(
  table: Table,
  audit: ChainAppender<TransactAction>,
  { configuration, before, changes, sha256, actor, now }: ConfigurationLoading,
): Promise<ConfigurationVersion> {
  const number = (before?.version ?? 0) + 1;
  const loading_id = crypto.randomUUID();
  const version = { version: number, loading_id, sha256, loaded_at: now.toISOString(), loaded_by: actor };
  await writeRows(table, rowsOf(configuration, loading_id));
  try {
    await audit.append(
      [
        {
          event_type: 'config.reloaded',
          entity_type: 'configuration',
          entity_id: String(number),
          actor,
          payload: { sha256, changes: summary(changes) },
        },
      ],
      [putVersion(version, before)],
    );
  } catch (error) {
    // These rows were not activated. After any other failure they may be active.
    if (error instanceof ConditionFailed) await expireRows(table, loading_id, now);
    throw error;
  }
  if (before !== undefined) await expireRows(table, before.loading_id, now);
  return version;
}

function putVersion(version: ConfigurationVersion, before: ConfigurationVersion | undefined): TransactAction {
  const Item = { ...configurationVersionKey, ...version };
  if (before === undefined) return insertion(Item);
  return {
    Put: {
      Item,
      ConditionExpression: '#version = :before',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':before': before.version },
    },
  };
}

/** Returns the payload of the audit entry, which names at most 100 records. */
const summary = (changes: readonly ConfigurationChange[]) => ({
  count: changes.length,
  records: changes.slice(0, 100).map(({ entity, id, change }) => `${change} ${entity} ${id}`),
});

function rowsOf(configuration: Configuration, loading: string): Item[] {
  const { providers, payers, payer_configs, clearinghouse, intake } = configuration;
  return [
    { ...intakeKey(loading), ...intake },
    { ...clearhouseKey(loading), ...clearinghouse },
    ...providers.map((one) => ({ ...providerKey(loading, one.npi), ...one })),
    ...payers.map((one) => ({ ...payerKey(loading, one.id), ...one })),
    ...payer_configs.map((one) => ({ ...payerConfigKey(loading, one.payer_id, one.transaction), ...one })),
  ];
}

async function readRows(table: Table, loading: string): Promise<Configuration> {
  const rows = await allItems(table, wholeConfiguration(loading));
  const under = (keyed: ItemKey) => {
    const prefix = keyed.sk.slice(0, keyed.sk.indexOf('#') + 1) || keyed.sk;
    return rows.filter(({ sk }) => String(sk).startsWith(prefix)).map((row) => recordOf<object>(row));
  };
  return {
    clearinghouse: clearinghouseSchema.parse(under(clearhouseKey(loading))[0]),
    intake: intakeSchema.parse(under(intakeKey(loading))[0]),
    providers: under(providerKey(loading, '')).map((row) => providerSchema.parse(row)),
    payers: under(payerKey(loading, '')).map((row) => payerSchema.parse(row)),
    payer_configs: under(payerConfigKey(loading, '', '')).map((row) => payerConfigSchema.parse(row)),
  };
}

async function writeRows(table: Table, rows: readonly Item[]): Promise<void> {
  for (const some of chunksOf(rows, maxBatchItems)) {
    await writeBatch(
      table,
      some.map((Item) => ({ PutRequest: { Item } })),
    );
  }
}

/** Sets an expiry on rows. A row without an expiry is harmless. */
async function expireRows(table: Table, loading: string, now: Date): Promise<void> {
  const expires_at = Math.floor(now.getTime() / 1000) + 3600;
  const rows = await allItems(table, wholeConfiguration(loading));
  await writeRows(
    table,
    rows.map((row) => ({ ...row, expires_at })),
  );
}

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
 * @throws ConfigurationMissing
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

const schemaRecord = z.object({ version: z.int().nonnegative() });

/** Returns the stored version of the schema, strongly consistent; undefined before the first migration. */
export async function readSchemaVersion(table: Table): Promise<number | undefined> {
  const item = await getItem(table, schemaVersionKey);
  return item && schemaRecord.parse(item).version;
}

/** Tables that were migrated when this function instance last asked. A version never falls. */
const migrated = new Set<string>();

/**
 * True if the stored schema has the version of this release or a newer one, which a rolled back update leaves. The migrations
 * are the last step of a deployment, so schedules start before them.
 */
export async function isMigrated(table: Table): Promise<boolean> {
  if (!migrated.has(table.name)) {
    const stored = await readSchemaVersion(table);
    if (stored === undefined || stored < schemaVersion) return false;
    migrated.add(table.name);
  }
  return true;
}
