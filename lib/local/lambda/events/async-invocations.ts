import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Deployment } from '../../cloudformation/deployment.ts';
import type { DataFolder } from '../../state/data-folder.ts';
import { DurableMap } from '../../state/durable-map.ts';
import type { Functions } from '../functions.ts';
import type { InvocationOutcome } from '../instances/instance.ts';
import { isThrottled } from '../instances/pool.ts';

const eventSchema = z.object({
  id: z.string(),
  functionName: z.string(),
  payload: z.string(),
  attempts: z.number(),
  acceptedAt: z.number(),
});
type PendingEvent = z.infer<typeof eventSchema>;

const configSchema = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.coerce.number().default(2),
  MaximumEventAgeInSeconds: z.coerce.number().default(21_600),
  DestinationConfig: z
    .strictObject({ OnFailure: z.object({ Destination: z.string() }).optional() })
    .default({}),
});

/** How long a stop waits for running events. */
const stopMilliseconds = 3_000;

/** Wait before an invocation that was throttled, which does not count as an attempt. */
const throttleMilliseconds = 200;

interface AsyncOptions {
  readonly functions: Functions;
  /** Waits before each further attempt; AWS waits one minute, then two. */
  readonly retryMilliseconds: readonly number[];
  /** Maximum number of events of one function that run at a time. */
  readonly concurrency: number;
  readonly deliver: (destinationArn: string, body: string) => void;
  readonly log: (line: string) => void;
}

/**
 * Lambda's queue of asynchronous events. An accepted event is on disk before its sender gets a response, survives the
 * runtime, is retried when the function fails or its instance ends, and then goes to the failure destination.
 */
export class AsyncInvocations {
  readonly #pending: DurableMap<PendingEvent>;
  readonly #configs: ReadonlyMap<string, z.infer<typeof configSchema>>;
  readonly #options: AsyncOptions;
  readonly #waiting = new Map<string, string[]>();
  readonly #running = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #state: 'waiting' | 'working' | 'draining' | 'closed' = 'waiting';

  constructor(deployment: Deployment, folder: DataFolder, options: AsyncOptions) {
    this.#options = options;
    this.#pending = DurableMap.open(folder.file('state', 'async-events.ndjson'), eventSchema);
    const configs = deployment
      .resources('AWS::Lambda::EventInvokeConfig')
      .map((resource) => resource.read(configSchema));
    this.#configs = new Map(
      configs.map((config) => [options.functions.find(config.FunctionName)?.config.name ?? '', config]),
    );
  }

  /** Starts with the events that an earlier runtime left. */
  start(): void {
    this.#state = 'working';
    for (const event of this.#pending.values()) {
      // No function would ever process an event of a function that was removed from the app.
      if (this.#options.functions.find(event.functionName) === undefined) this.#pending.delete(event.id);
      else this.#enqueue(event);
    }
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Accepts an event, which runs at least once. `id` makes the call idempotent. */
  accept(functionNameOrArn: string, payload: string, id: string = randomUUID()): void {
    if (this.#pending.has(id)) return;
    const functionName = this.#options.functions.get(functionNameOrArn).config.name;
    const event = { id, functionName, payload, attempts: 0, acceptedAt: Date.now() };
    this.#pending.set(id, event);
    this.#enqueue(event);
  }

  /** Starts no more events and lets running ones end for a moment. Unfinished events stay for the next runtime. */
  async stop(): Promise<void> {
    this.#state = 'draining';
    for (const timer of this.#timers) clearTimeout(timer);
    const deadline = Date.now() + stopMilliseconds;
    const isRunning = () => this.#running.values().some((count) => count > 0);
    while (isRunning() && Date.now() < deadline) await delay(20);
    this.#state = 'closed';
    this.#pending.close();
  }

  #enqueue({ id, functionName }: PendingEvent): void {
    const queue = this.#waiting.get(functionName) ?? [];
    this.#waiting.set(functionName, queue);
    queue.push(id);
    this.#work(functionName);
  }

  #work(functionName: string): void {
    const queue = this.#waiting.get(functionName) ?? [];
    while (this.#state === 'working' && (this.#running.get(functionName) ?? 0) < this.#options.concurrency) {
      const id = queue.shift();
      if (id === undefined) return;
      const event = this.#pending.get(id);
      if (event === undefined) continue;
      this.#running.set(functionName, (this.#running.get(functionName) ?? 0) + 1);
      void this.#run(event);
    }
  }

  async #run(event: PendingEvent): Promise<void> {
    const { functions, retryMilliseconds } = this.#options;
    const outcome = await functions.get(event.functionName).invoke(event.payload, { id: event.id });
    if (this.#state === 'closed') return;
    this.#running.set(event.functionName, (this.#running.get(event.functionName) ?? 1) - 1);
    if (isThrottled(outcome)) return this.#later(throttleMilliseconds, event);
    if (outcome.ok) {
      this.#pending.delete(event.id);
    } else {
      const attempt = { ...event, attempts: event.attempts + 1 };
      if (this.#mayRetry(attempt)) {
        this.#pending.set(event.id, attempt);
        this.#later(retryMilliseconds[event.attempts] ?? retryMilliseconds.at(-1) ?? 0, attempt);
      } else {
        this.#giveUp(attempt, outcome);
        this.#pending.delete(event.id);
      }
    }
    this.#work(event.functionName);
  }

  #mayRetry({ functionName, attempts, acceptedAt }: PendingEvent): boolean {
    const { MaximumRetryAttempts, MaximumEventAgeInSeconds } =
      this.#configs.get(functionName) ?? configSchema.parse({ FunctionName: functionName });
    return attempts <= MaximumRetryAttempts && Date.now() - acceptedAt < MaximumEventAgeInSeconds * 1_000;
  }

  #later(milliseconds: number, event: PendingEvent): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#enqueue(event);
    }, milliseconds);
    this.#timers.add(timer);
  }

  #giveUp(event: PendingEvent, outcome: InvocationOutcome & { readonly ok: false }): void {
    const { deliver, functions, log } = this.#options;
    log(`${event.functionName}: gave up an event after ${event.attempts} attempts.`);
    const destination = this.#configs.get(event.functionName)?.DestinationConfig.OnFailure?.Destination;
    if (destination === undefined) return;
    const record = {
      version: '1.0',
      timestamp: new Date().toISOString(),
      requestContext: {
        requestId: event.id,
        functionArn: `${functions.get(event.functionName).config.arn}:$LATEST`,
        condition: 'RetriesExhausted',
        approximateInvokeCount: event.attempts,
      },
      requestPayload: JSON.parse(event.payload),
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: outcome.error,
    };
    deliver(destination, JSON.stringify(record));
  }
}
