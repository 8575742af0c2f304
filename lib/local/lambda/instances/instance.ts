import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { FunctionConfig } from '../function-config.ts';
import { InvocationOutput } from './invocation-output.ts';

export interface InvocationRequest {
  readonly id: string;
  readonly event: string;
}

export type InvocationOutcome = Result & {
  readonly id: string;
  readonly milliseconds: number;
  /** How long the instance took to load its code; undefined for a warm start. */
  readonly initMilliseconds: number | undefined;
};

type Result =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: FunctionError };

export interface InstanceEvents {
  readonly ready: (instance: Instance) => void;
  readonly ended: (instance: Instance, initError: FunctionError | undefined) => void;
  /** All output of an invocation; follows shortly after its outcome. */
  readonly log: (id: string, text: string) => void;
}

const errorSchema = z.object({
  errorType: z.string().default('Error'),
  errorMessage: z.string().default(''),
  trace: z.array(z.string()).default([]),
});
export type FunctionError = z.infer<typeof errorSchema>;
/** Bytes of both streams at the end of an invocation. */
const writtenSchema = z.object({ stdout: z.number(), stderr: z.number() });
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), initMilliseconds: z.number() }),
  z.object({ kind: z.literal('init-failed'), error: errorSchema }),
  z.object({ kind: z.literal('result'), id: z.string(), written: writtenSchema, payload: z.string() }),
  z.object({
    kind: z.literal('error'),
    id: z.string(),
    written: writtenSchema,
    error: errorSchema,
    fatal: z.boolean().default(false),
  }),
]);

const bootstrap = fileURLToPath(new URL('./bootstrap.mjs', import.meta.url));

/** Returns the id of a trace in X-Ray's form: the time and 24 digits of a request's id. */
export const newTraceId = (requestId: string): string =>
  `Root=1-${Math.floor(Date.now() / 1_000).toString(16)}-${requestId.replaceAll('-', '').slice(0, 24)}`;

interface Running {
  readonly invocation: InvocationRequest;
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout;
  readonly settle: (outcome: InvocationOutcome) => void;
}

/** One process that runs one function, one invocation at a time. */
export class Instance {
  readonly #config: FunctionConfig;
  readonly #process: ChildProcess;
  readonly #events: InstanceEvents;
  readonly #stdout: InvocationOutput;
  readonly #stderr: InvocationOutput;
  readonly #halfLogs = new Map<string, string>();
  #running: Running | undefined;
  #initMilliseconds: number | undefined;
  #initError: FunctionError | undefined;
  #invocations = 0;
  #usable = true;
  #killedBecause: FunctionError | undefined;

  constructor(config: FunctionConfig, environment: Readonly<Record<string, string>>, events: InstanceEvents) {
    this.#config = config;
    this.#events = events;
    const role = config.role();
    // Beside the code, so that runtimes with the same assembly share it.
    const compiledCode = join(realpathSync(config.codeDirectory), '../compiled');
    this.#process = fork(bootstrap, [compiledCode, ...(role === undefined ? [] : [JSON.stringify(role)])], {
      cwd: config.codeDirectory,
      env: environment,
      execPath: process.execPath,
      execArgv: [`--max-old-space-size=${config.memoryMegabytes}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#stdout = new InvocationOutput((id, text) => this.#collect(id, text));
    this.#stderr = new InvocationOutput((id, text) => this.#collect(id, text));
    this.#process.stdout?.on('data', (chunk) => this.#stdout.write(chunk));
    this.#process.stderr?.on('data', (chunk) => this.#stderr.write(chunk));
    this.#process.on('message', (message) => this.#receive(messageSchema.parse(message)));
    this.#process.on('error', (error) => {
      // A process that could not be started emits nothing else.
      if (this.#process.pid === undefined) this.#process.emit('close', null, error.message);
    });
    this.#process.once('exit', () => {
      this.#usable = false;
    });
    // "close" follows the last output; "exit" may come before it.
    this.#process.once('close', (code, signal) => this.#ended(code, signal));
  }

  /** False once the process is ending, even if its last output is still to be read. */
  get usable(): boolean {
    return this.#usable;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  invoke(invocation: InvocationRequest): Promise<InvocationOutcome> {
    return new Promise((resolve) => {
      const seconds = this.#config.timeoutSeconds;
      const timer = setTimeout(() => this.#timeOut(invocation.id), seconds * 1_000);
      this.#running = { invocation, startedAt: performance.now(), timer, settle: resolve };
      this.#invocations += 1;
      this.#process.send(
        {
          id: invocation.id,
          event: invocation.event,
          deadline: Date.now() + seconds * 1_000,
          functionArn: this.#config.arn,
          trace: newTraceId(invocation.id),
        },
        // Writing to a killed process fails; its "close" event settles the call.
        () => {},
      );
    });
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  #receive(message: z.infer<typeof messageSchema>): void {
    switch (message.kind) {
      case 'ready':
        this.#initMilliseconds = message.initMilliseconds;
        this.#events.ready(this);
        break;
      case 'init-failed':
        this.#initError = message.error;
        break;
      case 'result':
        this.#settle(message.id, { ok: true, payload: message.payload });
        this.#endOutput(message);
        break;
      case 'error':
        this.#usable &&= !message.fatal;
        this.#settle(message.id, { ok: false, error: message.error });
        this.#endOutput(message);
        break;
    }
  }

  #endOutput({
    id,
    written,
  }: {
    readonly id: string;
    readonly written: z.infer<typeof writtenSchema>;
  }): void {
    this.#stdout.end(id, written.stdout);
    this.#stderr.end(id, written.stderr);
  }

  #settle(id: string, result: Result): void {
    const running = this.#running;
    if (running?.invocation.id !== id) return;
    clearTimeout(running.timer);
    this.#running = undefined;
    running.settle({
      ...result,
      id,
      milliseconds: performance.now() - running.startedAt,
      initMilliseconds: this.#invocations === 1 ? this.#initMilliseconds : undefined,
    });
  }

  #timeOut(id: string): void {
    const seconds = this.#config.timeoutSeconds.toFixed(2);
    this.#killedBecause = {
      errorType: 'Sandbox.Timedout',
      errorMessage: `RequestId: ${id} Error: Task timed out after ${seconds} seconds`,
      trace: [],
    };
    this.kill();
  }

  #ended(code: number | null, signal: NodeJS.Signals | string | null): void {
    const how = signal === null ? `exit status ${code}` : `signal: ${signal}`;
    const id = this.#running?.invocation.id ?? '';
    for (const [halfId, half] of this.#halfLogs) this.#events.log(halfId, half);
    const rest = this.#stdout.rest() + this.#stderr.rest();
    this.#settle(id, {
      ok: false,
      error: this.#killedBecause ?? {
        errorType: 'Runtime.ExitError',
        errorMessage: `RequestId: ${id} Error: Runtime exited with error: ${how}`,
        trace: [],
      },
    });
    if (id !== '' || rest !== '') this.#events.log(id, rest);
    const neverReady = this.#initMilliseconds === undefined && this.#killedBecause === undefined;
    const exitError = { errorType: 'Runtime.ExitError', errorMessage: `Runtime exited: ${how}`, trace: [] };
    this.#events.ended(this, this.#initError ?? (neverReady ? exitError : undefined));
  }

  /** Joins the two streams of an invocation when both are complete. */
  #collect(id: string, text: string): void {
    const other = this.#halfLogs.get(id);
    if (other === undefined) {
      this.#halfLogs.set(id, text);
      return;
    }
    this.#halfLogs.delete(id);
    this.#events.log(id, other + text);
  }
}
