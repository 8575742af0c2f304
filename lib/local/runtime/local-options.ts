import type { RequestReport } from '../api-gateway/server/gateway.ts';
import type { InvocationReport } from '../lambda/instances/pool.ts';
import type { Seed } from './seeding.ts';

/** Writes the templates to run; the app's own `synthesize`, or a test's. */
export type Synthesize = (options: {
  readonly outdir: string;
  readonly context: Readonly<Record<string, unknown>>;
}) => Promise<{ readonly assemblyDirectory: string }>;

export interface LocalOptions {
  readonly dataFolder: string;
  readonly synthesize: Synthesize;
  /** Run once, on a data folder that was never used before. */
  readonly seed?: Seed;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Empties the data folder first. */
  readonly fresh?: boolean;
  /** Names what the templates hold that is not run here. */
  readonly verbose?: boolean;
  /** AWS_REGION, credentials, AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL_S3 are read from here. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Instances of one function at a time; two for each processor by default, 8 at most. */
  readonly maxInstances?: number;
  readonly idleMilliseconds?: number;
  /** Instances of all functions together. */
  readonly maxProcesses?: number;
  /** Executions of all functions at a time, as an AWS account limits them; without it there is no limit. */
  readonly concurrentExecutions?: number;
  /** Waits before the second, third … attempt of an asynchronous event or a message. */
  readonly asyncRetryMilliseconds?: readonly number[];
  /** Progress and events that a user should know of. */
  readonly log?: (line: string) => void;
  readonly onRequest?: (request: RequestReport) => void;
  readonly onInvocation?: (report: InvocationReport) => void;
}
