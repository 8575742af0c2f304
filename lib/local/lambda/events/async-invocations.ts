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

const destination = z.object({ Destination: z.string() }).optional();
const configSchema = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.coerce.number().default(2),
  MaximumEventAgeInSeconds: z.coerce.number().default(21_600),
  DestinationConfig: z.object({ OnFailure: destination, OnSuccess: destination }).default({}),
});

interface AsyncConfig {
  readonly retries: number;
  readonly oldestSeconds: number;
  readonly onFailure: string | undefined;
  readonly onSuccess: string | undefined;
}

const standard: AsyncConfig = {
  retries: 2,
  oldestSeconds: 21_600,
  onFailure: undefined,
  onSuccess: undefined,
};

/** How long a stop waits for events that are being worked on. */
const patienceMilliseconds = 3_000;

/** Wait before an invocation that was throttled, which is no attempt. */
const throttleMilliseconds = 200;

export interface AsyncOptions {
  readonly functions: Functions;
  /** Waits before each further attempt; AWS waits one minute, then two. */
  readonly retryMilliseconds: readonly number[];
  /** How many events of one function run at a time. */
  readonly concurrency: number;
  readonly deliver: (destinationArn: string, body: string) => void;
  readonly log: (line: string) => void;
}

/**
 * Lambda's queue of asynchronous events: accepted events are on disk before the caller hears of it, survive the
 * runtime, are retried when the function fails or its instance dies, and end at the failure destination.
 */
export class AsyncInvocations {
  readonly #pending: DurableMap<PendingEvent>;
  readonly #configs: ReadonlyMap<string, AsyncConfig>;
  readonly #options: AsyncOptions;
  readonly #waiting = new Map<string, string[]>();
  readonly #running = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #state: 'waiting' | 'working' | 'draining' | 'closed' = 'waiting';

  constructor(deployment: Deployment, folder: DataFolder, options: AsyncOptions) {
    this.#options = options;
    this.#pending = DurableMap.open(folder.file('state', 'async-events.ndjson'), eventSchema);
    this.#configs = readConfigs(deployment, options.functions);
  }

  /** Begins to work, with what an earlier runtime left. */
  start(): void {
    this.#state = 'working';
    for (const event of this.#pending.values()) {
      // The function may be gone from a changed app; its events would wait for ever.
      if (this.#options.functions.find(event.functionName) === undefined) this.#pending.delete(event.id);
      else this.#enqueue(event);
    }
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Accepts an event; it will be run at least once. `id` makes a repeated acceptance harmless. */
  accept(functionNameOrArn: string, payload: string, id: string = randomUUID()): string {
    if (this.#pending.has(id)) return id;
    const functionName = this.#options.functions.get(functionNameOrArn).config.name;
    const event = { id, functionName, payload, attempts: 0, acceptedAt: Date.now() };
    this.#pending.set(id, event);
    this.#enqueue(event);
    return id;
  }

  /**
   * Starts nothing more and gives running events a moment to end; what is unfinished then stays on disk for the
   * next runtime.
   */
  async stop(): Promise<void> {
    this.#state = 'draining';
    for (const timer of this.#timers) clearTimeout(timer);
    const until = Date.now() + patienceMilliseconds;
    while (this.#runningCount() > 0 && Date.now() < until) await delay(20);
    this.#state = 'closed';
    this.#pending.close();
  }

  #runningCount(): number {
    return this.#running.values().reduce((sum, count) => sum + count, 0);
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
      const event = this.#pending.get(queue.shift() ?? '');
      if (event === undefined) {
        if (queue.length === 0) return;
        continue;
      }
      this.#running.set(functionName, (this.#running.get(functionName) ?? 0) + 1);
      void this.#run(event);
    }
  }

  async #run(event: PendingEvent): Promise<void> {
    const outcome = await this.#options.functions
      .get(event.functionName)
      .invoke(event.payload, { id: event.id });
    if (this.#state === 'closed') return;
    this.#running.set(event.functionName, (this.#running.get(event.functionName) ?? 1) - 1);
    if (isThrottled(outcome)) return this.#later(throttleMilliseconds, event);
    const config = this.#configs.get(event.functionName) ?? standard;
    const attempts = event.attempts + 1;
    const age = (Date.now() - event.acceptedAt) / 1_000;
    if (outcome.ok) {
      if (config.onSuccess !== undefined)
        this.#tell(config.onSuccess, 'Success', { ...event, attempts }, outcome);
      this.#pending.delete(event.id);
    } else if (attempts <= config.retries && age < config.oldestSeconds) {
      const again = { ...event, attempts };
      this.#pending.set(event.id, again);
      this.#later(
        this.#options.retryMilliseconds[attempts - 1] ?? this.#options.retryMilliseconds.at(-1) ?? 0,
        again,
      );
    } else {
      this.#giveUp({ ...event, attempts }, config, outcome);
      this.#pending.delete(event.id);
    }
    this.#work(event.functionName);
  }

  #later(milliseconds: number, event: PendingEvent): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#enqueue(event);
    }, milliseconds);
    this.#timers.add(timer);
  }

  #giveUp(
    event: PendingEvent,
    config: AsyncConfig,
    outcome: InvocationOutcome & { readonly ok: false },
  ): void {
    this.#options.log(`${event.functionName}: gave up an event after ${event.attempts} attempts.`);
    const deadLetterArn = this.#options.functions.get(event.functionName).config.deadLetterArn;
    if (deadLetterArn !== undefined) this.#options.deliver(deadLetterArn, event.payload);
    if (config.onFailure !== undefined) this.#tell(config.onFailure, 'RetriesExhausted', event, outcome);
  }

  /** The record that Lambda sends to a destination. */
  #tell(destinationArn: string, condition: string, event: PendingEvent, outcome: InvocationOutcome): void {
    const record = {
      version: '1.0',
      timestamp: new Date().toISOString(),
      requestContext: {
        requestId: event.id,
        functionArn: `${this.#options.functions.get(event.functionName).config.arn}:$LATEST`,
        condition,
        approximateInvokeCount: event.attempts,
      },
      requestPayload: JSON.parse(event.payload),
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        ...(!outcome.ok && { functionError: 'Unhandled' }),
      },
      responsePayload: outcome.ok ? JSON.parse(outcome.payload) : outcome.error,
    };
    this.#options.deliver(destinationArn, JSON.stringify(record));
  }
}

function readConfigs(deployment: Deployment, functions: Functions): ReadonlyMap<string, AsyncConfig> {
  return new Map(
    deployment.resources('AWS::Lambda::EventInvokeConfig').flatMap((resource) => {
      const config = resource.read(configSchema);
      const pool = functions.find(config.FunctionName);
      if (pool === undefined) return [];
      return [
        [
          pool.config.name,
          {
            retries: config.MaximumRetryAttempts,
            oldestSeconds: config.MaximumEventAgeInSeconds,
            onFailure: config.DestinationConfig.OnFailure?.Destination,
            onSuccess: config.DestinationConfig.OnSuccess?.Destination,
          },
        ],
      ];
    }),
  );
}
