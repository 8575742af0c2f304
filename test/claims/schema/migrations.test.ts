import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { CdkCustomResourceEvent } from 'aws-lambda';
import { lanes } from '#claims/claims/lifecycle.ts';
import { configurationKey } from '#claims/configuration/configuration.ts';
import {
  claimsMigrations,
  type Migration,
  type MigrationPorts,
  migrate,
  SchemaTooNew,
  schemaStore,
} from '#claims/configuration/configuration-store.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { findConfiguration, schemaVersionKey } from '#claims/configuration/records.ts';
import { schemaVersion } from '#contract/claims/service.ts';
import { cloudFormationRoutes } from '#lib/local/cloudformation/describe-stacks.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { close, listen } from '#lib/local/http/http-server.ts';
import { storedHead } from '#store/audit/audit-keys.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { everyAuditEntry, everyItem } from '#test/claims/stored.ts';

let stores: LocalStores;
const cloudFormation = new ControlPlane();
/** State of the stack in CloudFormation. */
let status = 'UPDATE_IN_PROGRESS';
beforeAll(async () => {
  stores = await startLocalStores();
  const routes = cloudFormationRoutes((name) => ({ name, status, outputs: new Map() }));
  cloudFormation.serve({ targets: {}, routes });
  Object.assign(process.env, stores.environment, {
    AWS_ENDPOINT_URL_CLOUDFORMATION: await listen(cloudFormation.server, 0),
    POWERTOOLS_DEV: 'false',
    POWERTOOLS_METRICS_DISABLED: 'false',
    PUBLIC_URL: 'https://api.example.com',
  });
});
afterAll(async () => {
  await close(cloudFormation.server, 0);
  await stores.stop();
});

const ports = (): MigrationPorts => ({
  ...stores,
  readHead: () => storedHead(stores.auditTable, 'main'),
  now: () => new Date(),
});
const run = (migrations: readonly Migration<MigrationPorts>[] = claimsMigrations) =>
  migrate(migrations, schemaStore(stores.claims, stores.audit), ports());
const version = async () => (await getItem(stores.claims, schemaVersionKey))?.['version'];
const migrated = async () =>
  (await everyAuditEntry(stores)).flatMap(({ event_type, payload }) =>
    event_type === 'schema.migrated' ? [payload] : [],
  );

async function everything() {
  const [claims, audit] = await Promise.all([everyItem(stores, 'claims'), everyItem(stores, 'auditTable')]);
  return [claims.length, audit.length];
}

const setVersion = (to: number) =>
  stores.claims.client.send(
    new UpdateCommand({
      TableName: stores.claims.name,
      Key: { ...schemaVersionKey },
      UpdateExpression: 'SET #version = :to',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':to': to },
    }),
  );

/** Runs a scheduled function of this release, and returns what it wrote to its log. */
async function runOnSchedule(name: string): Promise<string> {
  const { handler } = await import(`../../../functions/claims/work/${name}.ts`);
  const { write } = process.stdout;
  let log = '';
  process.stdout.write = ((chunk: unknown) => {
    log += String(chunk);
    return true;
  }) as typeof write;
  try {
    await handler({}, { getRemainingTimeInMillis: () => 60_000 });
  } finally {
    process.stdout.write = write;
  }
  return log;
}

/** Sends the function of the custom resource what CloudFormation sends it. */
async function updateTo(SchemaVersion: number) {
  const { handler } = await import('../../../functions/claims/work/migrate-schema.ts');
  const event = { RequestType: 'Update', StackId: 'Granary-Claims', ResourceProperties: { SchemaVersion } };
  return handler(event as unknown as CdkCustomResourceEvent);
}

const scheduled = ['exchange-files', 'mark-overdue', 'raise-alerts', 'purge-records'];

describe('Before the migrations, which end a deployment,', () => {
  test.each(scheduled)('%s ends without work and without an error', async (name) => {
    const log = await runOnSchedule(name);
    expect(log).toContain('a later run does the work');
    expect(log).toContain('"schema_pending":1');
    expect(await everything()).toEqual([0, 0]);
  });
});

describe('The migrations', () => {
  test('run again with the same result after an interruption', async () => {
    const cut = claimsMigrations.map((migration) => ({
      ...migration,
      async run(given: MigrationPorts) {
        await migration.run(given);
        if (migration.version === 8) throw new Error('killed');
      },
    }));
    await expect(run(cut)).rejects.toThrow('killed');
    expect(await version()).toBe(7);
    expect(await run()).toEqual({ from: 7, to: schemaVersion, applied: [8, 9] });
  });

  test('create the newest version with providers, payers, clearinghouse, lanes and audit log', async () => {
    expect(await version()).toBe(schemaVersion);
    expect(await migrated()).toEqual([
      expect.objectContaining({ from: null, to: 7 }),
      expect.objectContaining({ from: 7, to: 8 }),
      expect.objectContaining({ from: 8, to: 9 }),
    ]);
    const { configuration } = (await findConfiguration(stores.claims)) ?? {};
    expect(configuration?.providers).toHaveLength(3);
    expect(await stores.read(configurationKey)).toBe(defaultConfiguration);
    const figures = (await everyItem(stores, 'claims')).filter(({ pk }) => pk === 'LANES');
    expect(figures.map(({ sk, count }) => [sk, count]).toSorted()).toEqual(
      lanes.map((lane) => [lane, 0]).toSorted(),
    );
  });

  test('change nothing when they run again', async () => {
    const before = await everything();
    expect(await run()).toEqual({ from: schemaVersion, to: schemaVersion, applied: [] });
    expect(await everything()).toEqual(before);
  });

  test('keep a configuration file that an operator has stored', async () => {
    const own = defaultConfiguration.replace('Staging clearinghouse', 'Our clearinghouse');
    await stores.put(configurationKey, own);
    await claimsMigrations[0]?.run(ports());
    expect(await stores.read(configurationKey)).toBe(own);
    expect((await findConfiguration(stores.claims))?.configuration.clearinghouse.name).toBe(
      'Our clearinghouse',
    );
  });

  test('are stored once when two deployments run them together', async () => {
    const next = schemaVersion + 1;
    const more = [...claimsMigrations, { version: next, name: 'one more', run: async () => {} }];
    const results = await Promise.all([run(more), run(more), run(more)]);
    expect(results.map(({ to }) => to)).toEqual([next, next, next]);
    expect(results.flatMap(({ applied }) => applied)).toEqual([next]);
    expect(await migrated()).toHaveLength(claimsMigrations.length + 1);
  });
});

describe('A schema that is newer than the release', () => {
  afterEach(() => setVersion(schemaVersion));

  test('stops the migrations before any change', async () => {
    await setVersion(99);
    const before = await everything();
    const error = await run().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SchemaTooNew);
    expect(String(error)).toContain(
      `schema version 99, but this release supports only versions up to ${schemaVersion}`,
    );
    expect(await everything()).toEqual(before);
    expect(await version()).toBe(99);
  });

  test('refuses the deployment of an older release, but not a rollback to it, after which the older one works', async () => {
    const [next, last] = [schemaVersion + 1, schemaVersion + 2];
    const newer = (repair: () => Promise<void>) => [
      ...claimsMigrations,
      { version: next, name: 'one more', run: async () => {} },
      { version: last, name: 'a step with a fault', run: repair },
    ];
    await expect(run(newer(() => Promise.reject(new Error('fault'))))).rejects.toThrow('fault');
    status = 'UPDATE_IN_PROGRESS';
    await expect(updateTo(schemaVersion)).rejects.toThrow(SchemaTooNew);
    status = 'UPDATE_ROLLBACK_IN_PROGRESS';
    const before = await everything();
    expect(await updateTo(schemaVersion)).toMatchObject({ Data: { SchemaVersion: next } });
    expect(await everything()).toEqual(before);
    for (const name of scheduled) expect(await runOnSchedule(name)).not.toContain('schema_pending');
    expect(await run(newer(async () => {}))).toEqual({ from: next, to: last, applied: [last] });
  });
});
