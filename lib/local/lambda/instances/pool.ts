import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { FunctionConfig } from '../function-config.ts';
import { type FunctionError, Instance, type InvocationOutcome, type InvocationRequest } from './instance.ts';
import type { ConcurrencyLimit, InstanceBudget } from './limits.ts';
import type { LogFile } from './log-file.ts';

export interface PoolOptions {
  /** Maximum number of instances of one function, unless the template reserves fewer. */
  readonly maxInstances: number;
  readonly idleMilliseconds: number;
  readonly budget: InstanceBudget;
  readonly concurrency: ConcurrencyLimit;
  readonly environment: () => Readonly<Record<string, string>>;
  /** Waits until the code in a directory can run; it can at once if absent. */
  readonly codeReady?: ((directory: string) => Promise<void>) | undefined;
  readonly logFile: LogFile;
  /** Called once an invocation and its log are complete. */
  readonly onLog: (report: InvocationReport) => void;
}

export interface InvocationReport {
  readonly functionName: string;
  readonly outcome: InvocationOutcome | undefined;
  readonly text: string;
}

interface Waiting extends InvocationRequest {
  readonly settle: (outcome: InvocationOutcome) => void;
}

/** In a burst of short calls, the first instances are done long before more starts than cores would be. */
const maxStarting = availableParallelism();

export class FunctionPool {
  readonly config: FunctionConfig;
  readonly #options: PoolOptions;
  readonly #limit: number;
  readonly #all = new Set<Instance>();
  readonly #starting = new Set<Instance>();
  readonly #idle: { readonly instance: Instance; readonly timer: NodeJS.Timeout }[] = [];
  readonly #waiting: Waiting[] = [];
  /** Outcomes and logs of invocations whose other half is still missing. */
  readonly #outcomes = new Map<string, InvocationOutcome>();
  readonly #logs = new Map<string, string>();
  #stopped = false;
  #isCodeReady: boolean;

  constructor(config: FunctionConfig, options: PoolOptions) {
    this.config = config;
    this.#options = options;
    this.#isCodeReady = options.codeReady === undefined;
    this.#limit = Math.min(config.reservedConcurrency ?? options.maxInstances, options.maxInstances);
  }

  get instances(): readonly { readonly pid: number | undefined; readonly busy: boolean }[] {
    const idle = new Set(this.#idle.map(({ instance }) => instance));
    return [...this.#all].map((instance) => ({ pid: instance.pid, busy: !idle.has(instance) }));
  }

  /**
   * Runs the function on an event (JSON text) and waits for a free instance when all are busy.
   * Never rejects: failures, time-outs, ended instances and a signal that aborts the wait are outcomes. Beyond the
   * account's concurrent executions the outcome is a throttle.
   */
  invoke(
    event: string,
    { id = randomUUID(), signal }: { id?: string; signal?: AbortSignal } = {},
  ): Promise<InvocationOutcome> {
    return new Promise((settle) => {
      const { concurrency } = this.#options;
      if (this.#stopped) {
        settle(stopped(id));
        return;
      }
      if (this.#limit === 0 || !concurrency.take()) {
        settle(failure(id, throttled, 'Rate Exceeded.'));
        return;
      }
      const settleOnce = (outcome: InvocationOutcome) => {
        concurrency.release();
        settle(outcome);
      };
      const waiting = { id, event, settle: settleOnce };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', () => this.#abandon(waiting), { once: true });
      if (this.#isCodeReady) this.#dispatch();
      else void this.#prepare();
    });
  }

  /** Waits for the code, and fails the waiting calls if there is none. */
  async #prepare(): Promise<void> {
    try {
      await this.#options.codeReady?.(this.config.codeDirectory);
      this.#isCodeReady = true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      for (const waiting of this.#waiting.splice(0)) {
        this.#logs.set(waiting.id, '');
        this.#settle(waiting, failure(waiting.id, 'Runtime.ImportModuleError', reason));
      }
    }
    this.#dispatch();
  }

  /** Kills every instance; waiting calls fail. */
  stop(): void {
    this.#stopped = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    for (const waiting of this.#waiting.splice(0)) {
      waiting.settle(stopped(waiting.id));
    }
    for (const instance of this.#all) instance.kill();
  }

  #dispatch(): void {
    if (!this.#isCodeReady) return;
    while (this.#waiting.length > 0) {
      // The one used last is the warmest, and the others reach their idle time.
      const free = this.#idle.pop();
      if (free === undefined) break;
      clearTimeout(free.timer);
      this.#options.budget.busy(free.instance);
      if (!free.instance.usable) continue;
      const waiting = this.#waiting.shift();
      if (waiting !== undefined) void this.#run(free.instance, waiting);
    }
    while (
      this.#waiting.length > this.#starting.size &&
      this.#starting.size < maxStarting &&
      this.#all.size < this.#limit
    ) {
      // A function always gets its first instance, and more only if there is room.
      const isFirst = this.#all.size === 0;
      if (!this.#options.budget.makeRoom(isFirst) && !isFirst) break;
      this.#start();
    }
  }

  /** Drops a call whose caller no longer waits, unless an instance has it already. */
  #abandon(waiting: Waiting): void {
    const position = this.#waiting.indexOf(waiting);
    if (position < 0) return;
    this.#waiting.splice(position, 1);
    waiting.settle(failure(waiting.id, 'Sandbox.Timedout', 'No instance was free in time.'));
  }

  async #run(instance: Instance, waiting: Waiting): Promise<void> {
    this.#settle(waiting, await instance.invoke(waiting));
    if (this.#all.has(instance)) this.#rest(instance);
  }

  #start(): void {
    const instance = new Instance(this.config, this.#options.environment(), {
      ready: (ready) => {
        this.#starting.delete(ready);
        this.#rest(ready);
      },
      ended: (ended, initError) => this.#forget(ended, initError),
      log: (id, text) => {
        this.#logs.set(id, text);
        this.#report(id);
      },
    });
    this.#all.add(instance);
    this.#starting.add(instance);
    this.#options.budget.started(instance);
  }

  #rest(instance: Instance): void {
    if (this.#stopped || !instance.usable) return;
    const timer = setTimeout(() => this.#endIdle(instance), this.#options.idleMilliseconds);
    timer.unref();
    this.#idle.push({ instance, timer });
    this.#options.budget.idle(instance, () => this.#endIdle(instance));
    this.#dispatch();
  }

  #endIdle(instance: Instance): void {
    this.#forgetIdle(instance);
    this.#all.delete(instance);
    this.#options.budget.ended(instance);
    instance.kill();
  }

  #forget(instance: Instance, initError: FunctionError | undefined): void {
    this.#all.delete(instance);
    this.#starting.delete(instance);
    this.#options.budget.ended(instance);
    this.#forgetIdle(instance);
    if (this.#stopped) return;
    // Code that cannot be loaded fails the call that started the instance, as on Lambda.
    if (initError !== undefined) {
      const waiting = this.#waiting.shift();
      if (waiting !== undefined) {
        this.#logs.set(waiting.id, '');
        this.#settle(waiting, { ...failure(waiting.id, '', ''), error: initError });
      }
    }
    this.#dispatch();
  }

  #settle({ id, settle }: Waiting, outcome: InvocationOutcome): void {
    settle(outcome);
    this.#outcomes.set(id, outcome);
    this.#report(id);
  }

  #forgetIdle(instance: Instance): void {
    const position = this.#idle.findIndex((one) => one.instance === instance);
    if (position >= 0) clearTimeout(this.#idle.splice(position, 1)[0]?.timer);
  }

  /** Writes an invocation to the function's log in Lambda's format once its outcome and output are known. */
  #report(id: string): void {
    const outcome = this.#outcomes.get(id);
    const text = this.#logs.get(id);
    if (text === undefined || (outcome === undefined && id !== '')) return;
    this.#outcomes.delete(id);
    this.#logs.delete(id);
    const lines = [`START RequestId: ${id}\n`, text.endsWith('\n') || text === '' ? text : `${text}\n`];
    if (outcome?.ok === false) {
      const { trace, errorType, errorMessage } = outcome.error;
      lines.push(`ERROR ${trace.length > 0 ? trace.join('\n') : `${errorType}: ${errorMessage}`}\n`);
    }
    const init = outcome?.initMilliseconds;
    const initText = init === undefined ? '' : ` Init Duration: ${init.toFixed(2)} ms`;
    lines.push(
      `REPORT RequestId: ${id} Duration: ${outcome?.milliseconds.toFixed(2) ?? '?'} ms${initText}\n`,
    );
    this.#options.logFile.append(lines.join(''));
    this.#options.onLog({ functionName: this.config.name, outcome, text });
  }
}

const throttled = 'TooManyRequestsException';

/** Whether the account had no execution left for an invocation, so that the function has not run. */
export const isThrottled = (outcome: InvocationOutcome): boolean =>
  !outcome.ok && outcome.error.errorType === throttled;

const stopped = (id: string) => failure(id, 'Runtime.Stopped', 'The local runtime is stopping.');

function failure(
  id: string,
  errorType: string,
  errorMessage: string,
): InvocationOutcome & { readonly ok: false } {
  return {
    ok: false,
    id,
    milliseconds: 0,
    initMilliseconds: undefined,
    error: { errorType, errorMessage, trace: [] },
  };
}
