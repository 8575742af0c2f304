import { StartError } from '../start-error.ts';
import type { DataFolder } from '../state/data-folder.ts';
import type { FunctionConfig } from './function-config.ts';
import { ConcurrencyLimit, InstanceBudget } from './instances/limits.ts';
import { LogFile } from './instances/log-file.ts';
import { FunctionPool, type PoolOptions } from './instances/pool.ts';

interface FunctionsOptions
  extends Pick<PoolOptions, 'maxInstances' | 'idleMilliseconds' | 'codeReady' | 'onLog'> {
  readonly folder: DataFolder;
  readonly region: string;
  readonly maxProcesses: number;
  /** Maximum number of executions of all functions at a time; undefined for no limit. */
  readonly concurrentExecutions: number | undefined;
  /** Variables that every function gets in addition to its own: endpoints of the local services and credentials. */
  readonly sharedVariables: () => Readonly<Record<string, string>>;
  /** Replaces addresses that exist only on AWS with local ones. */
  readonly localize: (value: string) => string;
}

export class Functions {
  readonly #pools: ReadonlyMap<string, FunctionPool>;
  readonly #logs: readonly LogFile[];

  constructor(configs: readonly FunctionConfig[], options: FunctionsOptions) {
    const budget = new InstanceBudget(options.maxProcesses);
    const concurrency = new ConcurrencyLimit(options.concurrentExecutions);
    const pools = configs.map((config) => {
      const logFile = new LogFile(options.folder.file('logs', `${config.name}.log`));
      const environment = () => environmentOf(config, options);
      return {
        logFile,
        pool: new FunctionPool(config, { ...options, budget, concurrency, environment, logFile }),
      };
    });
    this.#logs = pools.map(({ logFile }) => logFile);
    this.#pools = new Map(pools.map(({ pool }) => [pool.config.name, pool]));
  }

  get(nameOrArn: string): FunctionPool {
    const pool = this.find(nameOrArn);
    if (pool === undefined) throw new StartError(`The templates have no function ${nameOrArn}.`);
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

  /** Resolves variables and role of every function. Throws StartError for a reference to something missing. */
  checkConfigurations(): void {
    for (const { config } of this.#pools.values()) {
      config.environment();
      config.role();
    }
  }

  stop(): void {
    for (const pool of this.#pools.values()) pool.stop();
    for (const log of this.#logs) log.close();
  }
}

/** Returns the template's variables, Lambda's own, and those of the runtime that a process needs to run. */
function environmentOf(config: FunctionConfig, options: FunctionsOptions): Readonly<Record<string, string>> {
  const shared = options.sharedVariables();
  // An empty variable stands for an absent one, and does not replace one of the runtime.
  const own = Object.entries(config.environment())
    .filter(([name, value]) => value !== '' || !(name in shared))
    .map(([name, value]) => [name, options.localize(value)]);
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR !== undefined && { TMPDIR }),
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    ...shared,
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
