import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { s3EventOf } from '#events/s3-event.ts';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { type LocalRuntime, startLocal } from '#lib/local/runtime/runtime.ts';
import { synthesizeApp } from '#lib/local/templates/synthesis.ts';
import { openTable } from '#store/dynamodb/table.ts';
import { openX12Bucket } from '#store/s3/x12-bucket.ts';
import {
  type LimitedDynamoDb,
  type LimitOptions,
  startLimitedDynamoDb,
} from '#test/dynamodb-limits/limited-dynamodb.ts';
import { startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { type LocalStores, listKeys, readBytes } from '../local-stores.ts';

/** The deployed app on this machine, with DynamoDB behind the proxy. */
export interface LimitedStack {
  readonly runtime: LocalRuntime;
  readonly proxy: LimitedDynamoDb;
  /** The tables without the proxy, and the bucket. */
  readonly stores: Pick<LocalStores, 'claims' | 'auditTable' | 'keys' | 'read'>;
  /** Text of a bearer token for the role. */
  token(role: 'biller' | 'auditor'): Promise<string>;
  put(key: string, text: string): Promise<void>;
  /** Sends the event of S3 for a new object of the inbox or the staging folder. */
  announce(key: string): Promise<void>;
  /** Lines of the runtime. */
  readonly lines: readonly string[];
  /** Numbers of failed invocations by function and error. */
  readonly failures: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

interface StackOptions extends LimitOptions {
  /** Concurrent executions of the account; the inbox takes as many as it can. */
  readonly executions: number;
}

/** Starts the templates of the app with a concurrency of Lambda, and DynamoDB with its limits. */
export async function startLimitedStack({ executions, ...limits }: StackOptions): Promise<LimitedStack> {
  const engine = await startDynamoEngine();
  const proxy = await startLimitedDynamoDb(engine.endpoint, limits);
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'granary-limited-'));
  const lines: string[] = [];
  const failures = new Map<string, number>();
  const runtime = await startLocal({
    dataFolder,
    environment: { PATH: process.env['PATH'], AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint },
    maxInstances: executions,
    concurrentExecutions: executions,
    maxProcesses: 2 * executions,
    // A tenth of the waits on AWS, so that a burst of load does not use up the attempts of a message.
    asyncRetryMilliseconds: [6_000, 12_000, 24_000, 48_000],
    onInvocation: ({ functionName, outcome }) => {
      if (outcome === undefined || outcome.ok) return;
      const { errorType, errorMessage } = outcome.error;
      const failure = `${functionName}: ${errorType} ${errorMessage.replace(/RequestId: \S+ /, '')}`;
      failures.set(failure, (failures.get(failure) ?? 0) + 1);
    },
    synthesize: async ({ context }) => {
      await currentBundles();
      return synthesizeApp({
        // Kept between runs; synthesized again after a change of the sources or settings.
        outdir: path.resolve('.cache/limited-journey-assembly'),
        context: {
          ...context,
          domainName: 'granary.localhost',
          certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/local',
          testPayer: 'on',
          // Messages of files take one execution each, so the inbox gets all but four of them.
          backgroundConcurrency: Math.max(8, Math.floor((8 * (executions - 6)) / 3) + 8),
        },
      });
    },
    log: (line) => lines.push(line),
  });
  const { endpoints, tables, buckets, queues, controlPlane } = runtime;
  const credentials = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: 'us-east-1' };
  Object.assign(process.env, credentials, {
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
  });
  const patience = { connectionTimeout: 30_000, requestTimeout: 60_000 };
  const claims = openTable(tables['claims'] ?? '', patience);
  const auditTable = openTable(tables['audit'] ?? '', patience);
  const bucket = openX12Bucket(buckets['x12'] ?? '');
  const sqs = new SQSClient({ endpoint: controlPlane });
  return {
    runtime,
    proxy,
    lines,
    failures,
    stores: {
      claims,
      auditTable,
      keys: (prefix) => listKeys(bucket, prefix),
      read: async (key) => Buffer.from(await readBytes(bucket, key)).toString(),
    },
    token: (role) => runtime.token({ sub: role, granary_claims_roles: [role] }),
    async put(key, text) {
      const address = `${endpoints.s3}/${bucket.name}/${key}`;
      const { ok, status } = await fetch(address, { method: 'PUT', body: text });
      if (!ok) throw new Error(`The object was not stored: ${status}`);
    },
    async announce(key) {
      const QueueUrl = queues[key.startsWith('inbox/') ? 'intakeInbox' : 'intakeStaging'];
      const MessageBody = JSON.stringify(s3EventOf([{ key }]));
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    },
    async stop() {
      for (const { client } of [claims, auditTable, bucket, { client: sqs }]) client.destroy();
      await runtime.stop();
      await proxy.stop();
      await engine.stop();
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
