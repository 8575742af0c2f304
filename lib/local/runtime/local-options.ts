import type { RequestReport } from '../api-gateway/server/gateway.ts';
import type { Person } from '../identity/sign-ins.ts';
import type { InvocationReport } from '../lambda/instances/pool.ts';
import type { BuildWebApp } from '../web/web-handler.ts';
import type { Seed, SeedResult } from './seeding.ts';

export type Synthesize = (options: {
  readonly outdir: string;
  readonly context: Readonly<Record<string, unknown>>;
}) => Promise<{ readonly assemblyDirectory: string }>;

export interface LocalOptions {
  readonly dataFolder: string;
  readonly synthesize: Synthesize;
  /** Waits until the code in the directory of a function can run; it can at once if absent. */
  readonly codeReady?: (directory: string) => Promise<void>;
  /** Runs once, on a new data folder. */
  readonly seed?: Seed;
  /** The people who can sign in at the development issuer; nobody if absent. */
  readonly people?: (seeded: SeedResult | undefined) => readonly Person[];
  /** Returns the directory of the web app, built if necessary; no web app if absent. */
  readonly web?: BuildWebApp;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  readonly fresh?: boolean;
  /** Logs the resource types that do not run here. */
  readonly verbose?: boolean;
  /** AWS_REGION, credentials, AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL_S3. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Maximum number of instances of one function; by default two per processor, 8 at most. */
  readonly maxInstances?: number;
  readonly idleMilliseconds?: number;
  readonly maxProcesses?: number;
  /** Maximum number of executions of all functions at a time, like the limit of an AWS account; no limit if absent. */
  readonly concurrentExecutions?: number;
  /** Waits before the second, third … attempt of an asynchronous event or a message. */
  readonly asyncRetryMilliseconds?: readonly number[];
  readonly log?: (line: string) => void;
  readonly onRequest?: (request: RequestReport) => void;
  readonly onInvocation?: (report: InvocationReport) => void;
}
