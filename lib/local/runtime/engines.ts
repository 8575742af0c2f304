import { startDynamoDb } from '../dynamodb/dynamodb.ts';
import { startS3 } from '../s3/s3-engine.ts';
import type { BucketConfig } from '../s3/store/object-record.ts';
import type { DataFolder } from '../state/data-folder.ts';

/** What has been started, to be ended in the opposite order. */
export type Cleanups = (() => Promise<void> | void)[];

/** The caller's own DynamoDB, or the engine of this machine. */
export async function dynamoDbEndpoint(
  environment: Readonly<Record<string, string | undefined>>,
  folder: DataFolder,
  endings: Cleanups,
  log: (line: string) => void,
): Promise<string> {
  const external = environment['AWS_ENDPOINT_URL_DYNAMODB'];
  if (external !== undefined && external !== '') return external;
  const engine = await startDynamoDb(folder, environment, log);
  endings.push(() => engine.stop());
  return engine.endpoint;
}

interface S3Options {
  readonly folder: DataFolder;
  readonly region: string;
  readonly buckets: ReadonlyMap<string, BucketConfig>;
  readonly deliver: (targetArn: string, payload: string, id?: string) => void;
  readonly log: (line: string) => void;
}

/** The caller's own S3, which makes no notifications, or the embedded engine. */
export async function s3Endpoint(
  external: string,
  { buckets, deliver, ...options }: S3Options,
  endings: Cleanups,
): Promise<string> {
  if (external !== '') return external;
  const engine = await startS3({
    ...options,
    buckets: [...buckets.values()],
    onNotification: (id, arn, payload) => deliver(arn, payload, id),
  });
  endings.push(() => engine.stop());
  return engine.endpoint;
}
