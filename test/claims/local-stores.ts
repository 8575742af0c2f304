import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { ChainAppender } from '#audit/append/appender.ts';
import { claimsMigrations, migrate, schemaStore } from '#claims/configuration/configuration-store.ts';
import type { FileRecord } from '#claims/files/file.ts';
import { openInboxFile } from '#claims/files/inbox-records.ts';
import { type ClaimsStores, type IntakeSettings, intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import type { SearchKey } from '#claims/search/keyed-hashes.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { createS3Server } from '#lib/local/s3/api/s3-server.ts';
import { ObjectStore } from '#lib/local/s3/store/object-store.ts';
import { Secrets } from '#lib/local/secrets-manager/secrets.ts';
import { secretsManager } from '#lib/local/secrets-manager/secrets-manager.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { claimsPlaces } from '#store/claims/places.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { placeOf } from '#store/records/place.ts';
import type { Bucket } from '#store/s3/bucket.ts';
import { listObjects, openX12Bucket } from '#store/s3/x12-bucket.ts';
import { newAuditTable } from '#test/store/audit/audit-table.ts';
import { newClaimsTable } from '#test/store/commerce/commerce-table.ts';
import { startDynamoEngine } from '#test/store/dynamodb/dynamo-engine.ts';

/** Stores of the claims service on this machine: the embedded DynamoDB and the local runtime's S3. */
export interface LocalStores extends ClaimsStores {
  readonly auditTable: Table;
  /** Endpoints and names, for a separate process. */
  readonly environment: Readonly<Record<string, string>>;
  put(key: string, bytes: string | Uint8Array): Promise<void>;
  read(key: string): Promise<string>;
  readBytes(key: string): Promise<Uint8Array>;
  keys(prefix: string): Promise<readonly string[]>;
  /** Puts a file into the inbox and processes it, as the function does after an S3 notification. */
  drop(name: string, bytes: string | Uint8Array, settings?: Partial<IntakeSettings>): Promise<FileRecord>;
  /** Processes the object of the inbox with this key; undefined if there is none. */
  process(key: string, settings?: Partial<IntakeSettings>): Promise<FileRecord | undefined>;
  stop(): Promise<void>;
}

/** @param options.migrated with the configuration that a new deployment has */
export async function startLocalStores({ migrated = false } = {}): Promise<LocalStores> {
  const engine = await startDynamoEngine();
  const auditTable = await newAuditTable(engine);
  const claims = await newClaimsTable(engine);
  const s3 = await startS3();
  const bucket = openX12Bucket(s3.bucket);
  const audit = new ChainAppender(chainStore(auditTable, claims, 'main'));
  const secrets = await startSecrets();
  const stores = { claims, audit, bucket, readSearchKey: async () => searchKey };
  if (migrated) {
    const readHead = () => chainStore(auditTable, claims, 'main').readHead();
    await migrate(claimsMigrations, schemaStore(claims, audit), {
      ...stores,
      readHead,
      now: () => new Date(),
    });
  }

  const put = async (key: string, bytes: string | Uint8Array) => {
    await bucket.client.send(
      new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: Buffer.from(bytes) }),
    );
  };
  const process = async (key: string, settings: Partial<IntakeSettings> = {}) => {
    const delivery = await openInboxFile(claims, bucket, { key });
    return delivery && processFile(delivery, intakePorts(stores, { ...nothingElse, ...settings }));
  };
  return {
    ...stores,
    auditTable,
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      CLAIMS_TABLE: claims.name,
      AUDIT_TABLE: auditTable.name,
      X12_BUCKET: bucket.name,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
      CLEARINGHOUSE_KEY_SECRET: 'clearinghouse-key',
      SEARCH_KEY_SECRET: searchKeySecret,
      // Nothing is there. A test whose function uses a queue starts one; see work-queue.ts.
      WORK_QUEUE: 'http://127.0.0.1:9/000000000000/work',
      AUDIT_RUN_QUEUE: 'http://127.0.0.1:9/000000000000/audit-runs',
      BULK_RUN_QUEUE: 'http://127.0.0.1:9/000000000000/bulk-runs',
      CHECKPOINT_BUCKET: 'none',
      CHECKPOINT_KEY: 'none',
      EXPORT_BUCKET: 'none',
      // Metrics are lines on the standard output of a function.
      POWERTOOLS_METRICS_DISABLED: 'true',
    },
    put,
    read: async (key) => Buffer.from(await readBytes(bucket, key)).toString(),
    readBytes: (key) => readBytes(bucket, key),
    keys: (prefix) => listKeys(bucket, prefix),
    process,
    drop: async (name, bytes, settings) => {
      await put(`inbox/${name}`, bytes);
      const record = await process(`inbox/${name}`, settings);
      if (record === undefined) throw new Error('The file is not in the inbox');
      return record;
    },
    stop: async () => {
      secrets.stop();
      await s3.stop();
      try {
        await checkPlaces(claims);
      } catch (error) {
        // The test of an outage deletes the table.
        if (!(error instanceof ResourceNotFoundException)) throw error;
      } finally {
        await engine.stop();
      }
    },
  };
}

/** @throws Error for a stored item that no declaration names */
async function checkPlaces({ client, name }: Table): Promise<void> {
  const undeclared = new Set<string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
    for (const item of Items)
      if (placeOf(claimsPlaces, item) === undefined) undeclared.add(`${item['pk']} / ${item['sk']}`);
  }
  if (undeclared.size > 0)
    throw new Error(`shared/store/claims/places.ts does not name ${[...undeclared].slice(0, 20).join(', ')}`);
}

const searchKeySecret = 'search-key';
const searchKey = 'key of the tests' as SearchKey;

/** Adds the key of the search index, which functions read from Secrets Manager. */
export const addSearchKey = (secrets: Secrets): void =>
  secrets.create(
    { arn: `arn:aws:secretsmanager:us-east-1:000000000000:secret:${searchKeySecret}`, name: searchKeySecret },
    { secretString: searchKey },
  );

async function startSecrets() {
  const directory = mkdtempSync(join(tmpdir(), 'granary-secrets-'));
  const secrets = new Secrets(DataFolder.take(join(directory, 'data')));
  addSearchKey(secrets);
  const plane = new ControlPlane();
  plane.serve({ targets: { secretsmanager: secretsManager(secrets) }, routes: [] });
  const { server } = plane;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
      secrets.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const nothingElse: IntakeSettings = { profiles: new Map(), processors: [], onClaimsStored: async () => {} };

async function startS3() {
  const directory = mkdtempSync(join(tmpdir(), 'granary-s3-'));
  const bucket = `x12-${crypto.randomUUID()}`;
  const rules = { versioned: true, objectLock: false, cors: [], notifications: [] };
  const server = createS3Server(new ObjectStore(directory, [{ name: bucket, ...rules }], () => {}), {
    accessKey: 'local',
    secretKey: 'local',
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  process.env['AWS_ENDPOINT_URL_S3'] = endpoint;
  return {
    bucket,
    endpoint,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function readBytes({ client, name }: Bucket, key: string): Promise<Uint8Array> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

export async function listKeys(bucket: Bucket, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { Key } of listObjects(bucket, prefix)) if (Key !== undefined) keys.push(Key);
  return keys;
}
