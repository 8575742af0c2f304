import { startDynamoDb } from '../dynamodb/dynamodb.ts';
import { type S3Options, startS3 } from '../s3/s3-engine.ts';
import type { DataFolder } from '../state/data-folder.ts';

/** Functions that stop what has been started; they run in the opposite order. */
export type Cleanups = (() => Promise<void> | void)[];

/** Starts the DynamoDB engine of this machine, unless the caller has a DynamoDB. Returns its endpoint. */
export async function dynamoDbEndpoint(
  environment: Readonly<Record<string, string | undefined>>,
  folder: DataFolder,
  cleanups: Cleanups,
  log: (line: string) => void,
): Promise<string> {
  const external = environment['AWS_ENDPOINT_URL_DYNAMODB'];
  if (external) return external;
  const engine = await startDynamoDb(folder, environment, log);
  cleanups.push(() => engine.stop());
  return engine.endpoint;
}

/** Starts the S3 engine, unless the caller has an S3, which then sends no notifications. Returns its endpoint. */
export async function s3Endpoint(
  environment: Readonly<Record<string, string | undefined>>,
  options: S3Options,
  cleanups: Cleanups,
): Promise<string> {
  const external = environment['AWS_ENDPOINT_URL_S3'];
  if (external) return external;
  const engine = await startS3(options);
  cleanups.push(() => engine.stop());
  return engine.endpoint;
}
