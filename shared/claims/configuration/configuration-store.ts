import type { ChainAppender } from '#audit/append/appender.ts';
import type { ChainHead } from '#audit/entries/chain.ts';
import { laneFiguresKey } from '#claims/claims/claim-keys.ts';
import { lanes } from '#claims/claims/lifecycle.ts';
import type { ClaimsStores } from '#claims/files/intake-store.ts';
import { isWritten } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { updateItem } from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { findObject, putNewObject, readWholeObject } from '#store/s3/x12-bucket.ts';
import { configurationKey } from './configuration.ts';
import { defaultConfiguration } from './default-configuration.ts';
import { activateConfiguration, findConfiguration, readSchemaVersion, schemaVersionKey } from './records.ts';
import { type ReloadPorts, reloadConfiguration } from './reload.ts';

/** One idempotent step of the schema. An interrupted step runs again. */
export interface Migration<Ports> {
  /** Version of the schema after this step. */
  readonly version: number;
  readonly name: string;
  run(ports: Ports): Promise<void>;
}

export interface SchemaStore {
  /** Returns the stored version; undefined before the first migration. */
  read(): Promise<number | undefined>;
  /** Raises the version; false if another process has raised it. */
  raise(
    from: number | undefined,
    migration: { readonly version: number; readonly name: string },
  ): Promise<boolean>;
}

/** Version before the first migration. */
const baseline = 6;

/** A newer release has written the data. */
export class SchemaTooNew extends Error {
  readonly stored: number;

  constructor(stored: number, known: number) {
    super(
      `The claims table has schema version ${stored}, but this release supports only versions up to ${known}; ` +
        'deploy the newer release again',
    );
    this.name = 'SchemaTooNew';
    this.stored = stored;
  }
}

/**
 * Runs the missing migrations in order. A migration is complete when its version is stored.
 *
 * @returns the versions before and after, and those of the steps that this call completed
 * @throws SchemaTooNew if the stored version is above the newest migration, before any change
 */
export async function migrate<Ports>(
  migrations: readonly Migration<Ports>[],
  store: SchemaStore,
  ports: Ports,
) {
  const newest = Math.max(baseline, ...migrations.map(({ version }) => version));
  const from = await store.read();
  const applied: number[] = [];
  for (let current = from; ; current = await store.read()) {
    const at = current ?? baseline;
    if (at > newest) throw new SchemaTooNew(at, newest);
    const next = migrations.find(({ version }) => version > at);
    if (next === undefined) return { from: from ?? baseline, to: at, applied };
    await next.run(ports);
    if (await store.raise(current, next)) applied.push(next.version);
  }
}

export interface MigrationPorts extends ClaimsStores {
  /** Returns the newest entry of the audit log; undefined for a damaged one. */
  readHead(): Promise<ChainHead | undefined>;
  now(): Date;
}

const actor = 'migration';

/** Migrations of the claims table. They add records, because a DynamoDB table has no columns. */
export const claimsMigrations: readonly Migration<MigrationPorts>[] = [
  {
    version: 7,
    name: 'multi-payer, multi-provider and clearinghouse configuration',
    async run(ports) {
      // Keeps a file that an operator stored before the first deployment.
      await putNewObject(
        ports.bucket,
        configurationKey,
        Buffer.from(defaultConfiguration),
        'application/yaml',
      );
      await reloadConfiguration(reloadPorts(ports), { actor, now: ports.now() });
    },
  },
  {
    version: 8,
    name: '277CA acknowledgments and payer_rejected',
    run: ({ claims }) => addLanes(claims),
  },
  {
    version: 9,
    name: 'audit log',
    // An empty log needs no records. Entries must not be appended to an unreadable one.
    async run({ readHead }) {
      if ((await readHead()) === undefined) {
        throw new StoreRejection(
          'The head of the audit chain cannot be read; verify the audit log',
          undefined,
        );
      }
    },
  },
];

/** Creates the figures of every lane, so that an empty lane reads as zero. */
async function addLanes(table: Table): Promise<void> {
  for (const lane of lanes) {
    await updateItem(table, laneFiguresKey(lane), {
      UpdateExpression: 'ADD #count :none, cents :none',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':none': 0 },
    });
  }
}

/** Stores the version in the claims table. A new version and its audit entry are one transaction. */
export function schemaStore(table: Table, audit: ChainAppender<TransactAction>): SchemaStore {
  return {
    read: () => readSchemaVersion(table),
    async raise(from, { version, name }) {
      const payload = { from: from ?? null, to: version, name };
      const entry = {
        ...{ event_type: 'schema.migrated', entity_type: 'schema', entity_id: 'claims' },
        ...{ actor, payload },
      };
      return isWritten(audit.append([entry], [raiseAction(from, version)]));
    },
  };
}

const raiseAction = (from: number | undefined, version: number): TransactAction => ({
  Update: {
    Key: { ...schemaVersionKey },
    UpdateExpression: 'SET #version = :version',
    ConditionExpression: from === undefined ? 'attribute_not_exists(pk)' : '#version = :from',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version, ...(from !== undefined && { ':from': from }) },
  },
});

export function reloadPorts({ claims, audit, bucket }: ClaimsStores): ReloadPorts {
  return {
    find: () => findConfiguration(claims),
    activate: (loading) => activateConfiguration(claims, audit, loading),
    async readFile() {
      const object = await findObject(bucket, { key: configurationKey });
      if (object === undefined) return undefined;
      return (await readWholeObject(bucket, object)).toString('utf8');
    },
  };
}
