import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import type { FunctionConfig } from './function-config.ts';
import { ConcurrencyLimit } from './instances/concurrency-limit.ts';
import { InstanceBudget } from './instances/instance-budget.ts';
import { LogFile } from './instances/log-file.ts';
import { FunctionPool, type InvocationReport } from './instances/pool.ts';

export interface FunctionsOptions {
  readonly folder: DataFolder;
  readonly region: string;
  readonly maxInstances: number;
  readonly idleMilliseconds: number;
  /** Instances of all functions together. */
  readonly maxProcesses: number;
  /** Executions of all functions at a time; undefined for no limit. */
  readonly concurrentExecutions: number | undefined;
  /** Variables that every function gets beside its own: endpoints of the local services, credentials. */
  readonly shared: () => Readonly<Record<string, string>>;
  /** Turns addresses that only exist on AWS into local ones. */
  readonly localize: (value: string) => string;
  readonly onLog: (report: InvocationReport) => void;
}

/** Every function of the templates, found by name or ARN, with or without a qualifier. */
export class Functions {
  readonly #pools = new Map<string, FunctionPool>();
  readonly #logs: LogFile[] = [];

  constructor(configs: readonly FunctionConfig[], options: FunctionsOptions) {
    const budget = new InstanceBudget(options.maxProcesses);
    const executions = new ConcurrencyLimit(options.concurrentExecutions);
    for (const config of configs) {
      const logFile = new LogFile(options.folder.file('logs', `${config.name}.log`));
      this.#logs.push(logFile);
      const pool = new FunctionPool(config, {
        maxInstances: options.maxInstances,
        idleMilliseconds: options.idleMilliseconds,
        budget,
        executions,
        environment: () => environmentOf(config, options),
        logFile,
        onLog: options.onLog,
      });
      this.#pools.set(config.name, pool);
    }
  }

  /** Throws StartError when the templates hold no such function. */
  get(nameOrArn: string): FunctionPool {
    const pool = this.find(nameOrArn);
    if (pool === undefined) throw new StartError(`The templates hold no function ${nameOrArn}.`);
    return pool;
  }

  find(nameOrArn: string): FunctionPool | undefined {
    const parts = nameOrArn.split(':');
    const name = nameOrArn.startsWith('arn:') ? parts[6] : parts[0];
    return this.#pools.get(name ?? '');
  }

  all(): readonly FunctionPool[] {
    return [...this.#pools.values()];
  }

  /** Resolves every function's variables and role once. Throws StartError for what refers to something missing. */
  checkConfigurations(): void {
    for (const { config } of this.#pools.values()) {
      config.environment();
      config.role();
    }
  }

  async stop(): Promise<void> {
    for (const pool of this.#pools.values()) pool.stop();
    await Promise.all(this.#logs.map((log) => log.flushed()));
  }
}

/** The template's variables and Lambda's own; of the runtime's environment only what a process needs to run. */
function environmentOf(config: FunctionConfig, options: FunctionsOptions): Readonly<Record<string, string>> {
  const own = Object.entries(config.environment()).map(([name, value]) => [name, options.localize(value)]);
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR !== undefined && { TMPDIR }),
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...options.shared(),
    ...Object.fromEntries(own),
    AWS_REGION: options.region,
    AWS_DEFAULT_REGION: options.region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: config.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(config.memoryMegabytes),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${config.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    LAMBDA_TASK_ROOT: config.codeDirectory,
    _HANDLER: config.handler,
  };
}
